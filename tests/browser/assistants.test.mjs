// A member connects the well-known assistants in a browser, or refuses to; the two pages that they see.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessibilityFaults } from './axe.mjs';
import { launch, openContext, skip } from './chromium.mjs';
import { call, clients, request, startListener, startSite, trust } from './clients.mjs';
import { startProgram } from './program.mjs';
import { signIn } from './sign_in.mjs';

const names = ['Claude', 'ChatGPT', 'VS Code', 'Cursor', 'Own tool'];

let program, browser, session, site, listener, known;
before(async () => {
  if (skip) return;
  program = await startProgram(trust);
  browser = await launch();
  session = await signIn(browser, program);
  site = await startSite();
  listener = await startListener();
  known = await clients(program.connector, site, listener);
});
after(async () => {
  site?.stop();
  listener?.stop();
  await browser?.close();
  await program?.stop();
});

const opened = (options = {}) =>
  browser.newContext({ storageState: session, ignoreHTTPSErrors: true, ...options });

// Decides on the page of consent, and returns the parameters that reach the client.
async function decide(page, client, asked, button) {
  await page.goto(asked.address);
  const answered = client.lands && client.answer();
  await page.getByRole('button', { name: button }).click();
  if (client.lands) {
    await page.waitForURL((url) => url.href.startsWith(client.lands));
    return answered;
  }
  // The browser has no program for this address, and stays on the page with the link to it.
  const link = await page.getByRole('link', { name: 'Go on' }).getAttribute('href');
  assert.ok(link.startsWith(`${client.redirect}?`), link);
  return Object.fromEntries(new URL(link).searchParams);
}

for (const name of names) {
  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';
    test(`a client like ${name} is connected and calls a tool, ${how}`, { skip }, async () => {
      const client = known.find((it) => it.name === name);
      const context = await opened({ javaScriptEnabled });
      const asked = request(program.connector, client);
      const answer = await decide(await context.newPage(), client, asked, 'Connect');
      assert.deepEqual([answer.state, answer.iss], [asked.state, program.connector]);
      const tokens = await asked.exchange(answer.code);
      assert.equal(tokens.scope, 'licences:read watchlist:read', JSON.stringify(tokens));
      assert.equal(await call(program.connector, tokens.access_token), 200);
      await context.close();
    });
  }

  test(`a client like ${name} is told of a refusal`, { skip }, async () => {
    const client = known.find((it) => it.name === name);
    const context = await opened();
    const asked = request(program.connector, client);
    const answer = await decide(await context.newPage(), client, asked, 'Refuse');
    assert.deepEqual(
      [answer.error, answer.state, answer.iss, answer.code],
      ['access_denied', asked.state, program.connector, undefined],
    );
    await context.close();
  });
}

for (const colorScheme of ['light', 'dark']) {
  for (const width of [360, 1280]) {
    test(`the pages of assistants are accessible, ${colorScheme}, ${width} px`, { skip }, async () => {
      const options = { colorScheme, viewport: { width, height: 800 }, storageState: session };
      const { context, faults } = await openContext(browser, program.dashboard, options);
      const page = await context.newPage();
      const found = [];
      for (const client of known) {
        await page.goto(request(program.connector, client).address);
        await page.getByRole('button', { name: 'Connect' }).waitFor();
        found.push(...(await accessibilityFaults(page, `consent for ${client.name}`)));
      }
      await page.goto(`${program.dashboard}/connections`);
      found.push(...(await accessibilityFaults(page, 'Assistants')));
      await page.goto(request(program.connector, { ...known[0], redirect: 'https://evil.example/' }).address);
      found.push(...(await accessibilityFaults(page, 'refusal')));
      await context.close();
      // The browser reports the status of the refusal; the way to consent starts on the connector.
      const expected = (fault) => fault.includes('400 (Bad Request)') || fault.includes(`asks for ${program.connector}/`);
      assert.deepEqual([...found, ...faults.filter((fault) => !expected(fault))], []);
    });
  }
}

test('the page of consent is not shown in a frame', { skip }, async () => {
  const context = await opened();
  const page = await context.newPage();
  const { address } = request(program.connector, known[4]);
  const refused = page.waitForEvent('console', (message) => /frame-ancestors|X-Frame-Options/i.test(message.text()));
  await page.setContent(`<iframe src="${address.replaceAll('&', '&amp;')}"></iframe>`);
  await refused;
  const texts = await Promise.all(page.frames().map((frame) => frame.locator('body').innerText().catch(() => '')));
  assert.doesNotMatch(texts.join(), /Connect an assistant/);
  await context.close();
});

test('an ended connection is refused at once', { skip }, async () => {
  const context = await opened();
  const page = await context.newPage();
  const asked = request(program.connector, known[0]);
  const tokens = await asked.exchange((await decide(page, known[0], asked, 'Connect')).code);
  assert.equal(await call(program.connector, tokens.access_token), 200);
  await page.goto(`${program.dashboard}/connections`);
  for (let end = page.getByRole('button', { name: /^End/ }); await end.count(); ) await end.first().click();
  assert.equal(await call(program.connector, tokens.access_token), 401);
  await context.close();
});
