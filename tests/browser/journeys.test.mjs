// What a member does from end to end, with JavaScript and without.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, openContext, skip } from './chromium.mjs';
import { startProgram } from './program.mjs';
import { signIn } from './sign_in.mjs';

let program, browser, session;
before(async () => {
  if (skip) return;
  program = await startProgram();
  browser = await launch();
  session = await signIn(browser, program);
});
after(async () => {
  await browser?.close();
  await program?.stop();
});

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';

  test(`a key is shown once, works, and fails once it is revoked, ${how}`, { skip }, async () => {
    const { context, faults } = await openContext(browser, program.dashboard, { storageState: session, javaScriptEnabled });
    const page = await context.newPage();
    const label = `key ${how}`;
    await page.goto(`${program.dashboard}/keys`);
    await page.getByLabel('Label', { exact: true }).fill(label);
    await page.getByRole('button', { name: 'Create a key' }).click();
    const key = (await page.locator('#key').innerText()).trim();
    assert.match(key, /^lic_/);
    const check = () =>
      fetch(`${program.api}/v1/check?domain=lanternspin.example`, { headers: { authorization: `Bearer ${key}` } });
    assert.equal((await check()).status, 200);
    await page.goto(`${program.dashboard}/keys`);
    assert.ok(!(await page.content()).includes(key), 'the key is shown once');
    await page.getByRole('link', { name: `Revoke ${label}` }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    assert.equal((await check()).status, 401);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test(`an operator is found, watched and removed, ${how}`, { skip }, async () => {
    const { context, faults } = await openContext(browser, program.dashboard, { storageState: session, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${program.dashboard}/operators?q=lantern`);
    await page.getByRole('link', { name: 'Harbour Lantern Gaming Limited' }).click();
    await page.getByRole('button', { name: 'Watch' }).click();
    await page.goto(`${program.dashboard}/watchlist`);
    assert.match(await page.locator('main').innerText(), /Harbour Lantern Gaming Limited/);
    await page.getByRole('button', { name: /^Remove/ }).first().click();
    await page.goto(`${program.dashboard}/watchlist`);
    assert.doesNotMatch(await page.locator('main').innerText(), /Harbour Lantern Gaming Limited/);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test(`a list of domains is sent as a file and comes back with verdicts, ${how}`, { skip }, async () => {
    const { context, faults } = await openContext(browser, program.dashboard, { storageState: session, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${program.dashboard}/batch`);
    const buffer = Buffer.from('case,domain\r\n7,lanternspin.example\r\n');
    await page.getByLabel('or a CSV file').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
    await page.getByLabel('as a CSV file').check();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    const text = readFileSync(await (await download).path(), 'utf8');
    assert.match(text, /^case,domain,verdict.*\r\n7,lanternspin\.example,licensed,/);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test(`a record is saved, shown to everybody and withdrawn, ${how}`, { skip }, async () => {
    const { context, faults } = await openContext(browser, program.dashboard, { storageState: session, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${program.dashboard}/check/lanternspin.example`);
    await page.getByRole('button', { name: /save/i }).click();
    await page.locator('#sha256').waitFor();
    const address = page.url();
    assert.equal((await fetch(address)).status, 200);
    await page.goto(`${program.dashboard}/evidence`);
    await page.getByRole('button', { name: /^End the link/ }).first().click();
    await page.waitForLoadState();
    assert.equal((await fetch(address)).status, 404);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test(`a member is invited and the account renamed, ${how}`, { skip }, async () => {
    const { context, faults } = await openContext(browser, program.dashboard, { storageState: session, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${program.dashboard}/members`);
    await page.getByLabel('Name').fill(`Bo ${how}`);
    await page.getByRole('button', { name: 'Make a link' }).click();
    await page.locator('#link').waitFor();
    await page.goto(`${program.dashboard}/members`);
    await page.getByRole('button', { name: `Withdraw the invitation of Bo ${how}` }).click();
    await page.goto(`${program.dashboard}/settings`);
    await page.getByLabel('Name of the account').fill(`Renamed ${how}`);
    await page.getByRole('button', { name: 'Rename the account' }).click();
    await page.waitForLoadState();
    assert.equal(await page.getByLabel('Name of the account').inputValue(), `Renamed ${how}`);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test('the whole way to a key goes by keyboard alone', { skip }, async () => {
  const { context, faults } = await openContext(browser, program.dashboard, { storageState: session });
  const page = await context.newPage();
  await page.goto(`${program.dashboard}/overview`);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('href')), '#main', 'the skip link is first');
  const tabTo = async (matches) => {
    for (let presses = 0; presses < 80; presses += 1) {
      if (await page.evaluate(matches)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`not reached by Tab: ${matches}`);
  };
  await tabTo(() => document.activeElement.getAttribute('href') === '/keys');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/keys');
  await tabTo(() => document.activeElement.id === 'label');
  await page.keyboard.type('by keyboard');
  await page.keyboard.press('Enter');
  await page.locator('#key').waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('after signing out no page of the account is shown', { skip }, async () => {
  // A session of its own, because the others go on.
  const link = await invite();
  const own = await signIn(browser, { ...program, signInLink: link });
  const { context } = await openContext(browser, program.dashboard, { storageState: own });
  const page = await context.newPage();
  await page.goto(`${program.dashboard}/overview`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto(`${program.dashboard}/keys`);
  assert.match(page.url(), /\/sign-in/);
  await page.goBack();
  assert.match(page.url(), /\/sign-in|\/$/);
  await context.close();

  async function invite() {
    const { context } = await openContext(browser, program.dashboard, { storageState: session });
    const page = await context.newPage();
    await page.goto(`${program.dashboard}/members`);
    await page.getByLabel('Name').fill('Grace');
    await page.getByRole('button', { name: 'Make a link' }).click();
    const text = await page.locator('main').innerText();
    await context.close();
    return text.match(/http:\S+\/link\/\S+/)[0];
  }
});
