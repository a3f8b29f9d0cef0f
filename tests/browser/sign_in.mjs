// Uses the sign-in link of the program once, and returns the cookies of that session.
export async function signIn(browser, program) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(program.signInLink);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/link/'));
  const state = await context.storageState();
  await context.close();
  return state;
}
