// Draws the pictures of docs/dashboard.md: `npm run screenshots`.
import { launch } from './chromium.mjs';
import { startProgram } from './program.mjs';
import { signIn } from './sign_in.mjs';

const folder = new URL('../../docs/images/', import.meta.url);
const program = await startProgram();
const browser = await launch();
const storageState = await signIn(browser, program);

const pictures = [
  ['check.png', '/check/lanternspin.example'],
  ['operator.png', '/operators/harbour-lantern-gaming-limited'],
];
for (const [name, path] of pictures) {
  const page = await browser.newPage({ viewport: { width: 1100, height: 700 }, storageState, colorScheme: 'light' });
  await page.goto(program.dashboard + path);
  await page.screenshot({ path: new URL(name, folder).pathname });
  await page.close();
}
await browser.close();
await program.stop();
