// The pages that a visitor reaches by links, one of each kind.

// Two addresses are pages of one kind when they differ by ids, hosts and queries alone.
const kind = (url) => {
  const { pathname } = new URL(url);
  return pathname.replace(/\/(check|operators|licences|keys|webhooks|deliveries|events|members|evidence)\/[^/]+/g, '/$1/…');
};

// Follows links from `start` and calls `visit(page, kind)` on one page of each kind.
export async function crawl(page, origin, start, visit) {
  const queue = start.map((path) => new URL(path, origin).href);
  const seen = new Set(queue.map(kind));
  const visited = [];
  while (queue.length > 0) {
    const url = queue.shift();
    const response = await page.goto(url);
    if (!response || !(response.headers()['content-type'] ?? '').startsWith('text/html')) continue;
    visited.push(kind(url));
    await visit(page, kind(url), response);
    const links = await page.$$eval('a[href]', (anchors) => anchors.map((anchor) => anchor.href));
    for (const link of links) {
      const target = link.split('#')[0];
      if (!target.startsWith(`${origin}/`) || seen.has(kind(target)) || new URL(target).pathname.endsWith('.csv')) continue;
      seen.add(kind(target));
      queue.push(target);
    }
  }
  return visited;
}
