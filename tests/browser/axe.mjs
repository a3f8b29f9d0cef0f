// axe on a page, and its width.
import { readFileSync } from 'node:fs';

const axe = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const rules = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] };

// Returns what is wrong with a page. axe runs by evaluation, because the pages' policy refuses a script
// element that is not theirs.
export async function accessibilityFaults(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate((rules) => globalThis.axe.run(document, rules), rules);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (excess > 0) found.push(`${excess} px wider than the screen`);
  return found.map((fault) => `${name}: ${fault}`);
}
