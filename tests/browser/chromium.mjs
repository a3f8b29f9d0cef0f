// Debian's Chromium, driven without a download of its own.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell', '/usr/bin/google-chrome'].find(existsSync);

// False on a machine without a browser; there the tests are skipped, and say so. Where the variable
// LICENCE_TEST_BROWSER is set, as in CI, a missing browser is a failure.
export const skip = executablePath || process.env.LICENCE_TEST_BROWSER ? false : 'no Chromium is installed';

export const launch = () =>
  chromium.launch({ executablePath, args: process.getuid() === 0 ? ['--no-sandbox'] : [] });

// Opens a context that notes what a page must not do: log errors, ask another origin, break its own policy.
export async function openContext(browser, origin, options = {}) {
  const context = await browser.newContext(options);
  const faults = [];
  context.on('page', (page) => {
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(origin) && !url.startsWith('data:')) faults.push(`${page.url()} asks for ${url}`);
    });
  });
  return { context, faults };
}
