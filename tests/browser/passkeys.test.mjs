// Passkeys with Chromium's virtual authenticator: add, sign out, sign in, prove again, remove.
import assert from 'node:assert/strict';
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

// A device that always verifies its user, and keeps passkeys that need no name.
async function addAuthenticator(context, page) {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const credentials = async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return { credentials };
}

test('a passkey is added, signs in, proves again and is removed', { skip }, async () => {
  const { context, faults } = await openContext(browser, program.dashboard, { storageState: session });
  const page = await context.newPage();
  const authenticator = await addAuthenticator(context, page);

  await page.goto(`${program.dashboard}/settings`);
  await page.getByLabel('Name of the passkey').fill("Ada's laptop");
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('rowheader', { name: "Ada's laptop" }).waitFor();
  const [credential] = await authenticator.credentials();
  assert.equal(credential.isResidentCredential, true, 'a sign-in without a name finds it');
  assert.equal(credential.rpId, 'localhost');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto(`${program.dashboard}/keys`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Create a key' }).waitFor();

  await page.goto(`${program.dashboard}/prove?next=/members`);
  const cookie = async () => (await context.cookies()).find(({ name }) => name === 'licence_session').value;
  const before = await cookie();
  await page.getByRole('button', { name: 'Prove it with a passkey' }).click();
  await page.getByRole('heading', { name: 'Invite a member' }).waitFor();
  assert.notEqual(await cookie(), before, 'the session has a new token');

  await page.goto(`${program.dashboard}/settings`);
  await page.getByLabel('Name of the passkey').fill('The same laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('This device already has a passkey of yours.').waitFor();
  await page.getByRole('button', { name: "Remove Ada's laptop" }).click();
  await page.getByText('You have none yet.').waitFor();
  assert.deepEqual(faults, []);

  // The device still has it, and the server refuses it.
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto(`${program.dashboard}/sign-in`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'The passkey was not accepted' }).waitFor();
  await context.close();
});

test('a page that was opened by address leads to the name of the site', { skip }, async () => {
  const { context } = await openContext(browser, program.dashboard);
  const page = await context.newPage();
  await page.goto(`${program.dashboard.replace('localhost', '127.0.0.1')}/sign-in`);
  assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible(), false);
  await page.getByRole('link', { name: `Open this page at ${program.dashboard}/sign-in` }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await context.close();
});

test('without JavaScript the page says that passkeys need it', { skip }, async () => {
  const { context } = await openContext(browser, program.dashboard, { javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${program.dashboard}/sign-in`);
  assert.match(await page.locator('main').innerText(), /Passkeys need JavaScript/);
  assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible(), false);
  await context.close();
});
