// What is printed and how much is loaded.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, openContext, skip } from './chromium.mjs';
import { startProgram } from './program.mjs';
import { signIn } from './sign_in.mjs';

let program, browser;
before(async () => {
  if (skip) return;
  program = await startProgram();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await program?.stop();
});

// Chromium writes each page of its PDF as an object of this type.
const pageCount = (pdf) => pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g).length;

test('the record of a check prints on one A4 page, without navigation', { skip }, async () => {
  const { context } = await openContext(browser, program.dashboard);
  const page = await context.newPage();
  await page.goto(`${program.dashboard}/check/lanternspin.example`);
  assert.equal(pageCount(await page.pdf({ format: 'A4' })), 1);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('nav').first().isVisible(), false);
  assert.match(await page.locator('body').innerText(), /[0-9a-f]{64}/, 'the SHA-256 of the reading');
  await context.close();
});

test('a saved record prints on one A4 page with its SHA-256', { skip }, async () => {
  const storageState = await signIn(browser, program);
  const { context } = await openContext(browser, program.dashboard, { storageState });
  const page = await context.newPage();
  await page.goto(`${program.dashboard}/check/lanternspin.example`);
  await page.getByRole('button', { name: /save/i }).click();
  await page.locator('#sha256').waitFor();
  assert.equal(pageCount(await page.pdf({ format: 'A4' })), 1);
  await page.emulateMedia({ media: 'print' });
  assert.match(await page.locator('body').innerText(), /[0-9a-f]{64}/);
  await context.close();
});

test('a first visit loads at most 50 kB in at most 5 requests', { skip }, async () => {
  const { context } = await openContext(browser, program.dashboard);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  let bytes = 0;
  let requests = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await page.goto(`${program.dashboard}/`, { waitUntil: 'networkidle' });
  assert.ok(bytes <= 50_000, `${bytes} bytes`);
  assert.ok(requests <= 5, `${requests} requests`);
  const paint = await page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  console.log(`first load: ${bytes} bytes in ${requests} requests, largest paint after ${Math.round(paint)} ms`);
  await context.close();
});

test('without JavaScript a check is asked and answered', { skip }, async () => {
  const { context, faults } = await openContext(browser, program.dashboard, { javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${program.dashboard}/`);
  await page.getByRole('textbox').first().fill('lanternspin.example');
  await page.keyboard.press('Enter');
  await page.waitForLoadState();
  assert.match(await page.locator('main').innerText(), /licensed/i);
  assert.deepEqual(faults, []);
  await context.close();
});
