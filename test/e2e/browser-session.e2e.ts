import { expect, test } from './fixtures.ts'

/** A browser's session: it begins with the one-time address, survives a reload, and belongs to that browser alone. */
test('opened from a file’s redirect, it outlives a reload and serves a second tab; a second browser is refused and reported', async ({
  page,
  app,
  book,
  browser,
}) => {
  const address = await app.launch({ book })
  // Like the file given to the system's opener: a page without an origin redirects to the address.
  await page.goto(`data:text/html,<meta http-equiv="refresh" content="0;url=${address}">`)
  const stations = page.getByRole('row', { name: /ГРП/ }).first()
  await expect(stations).toBeVisible()
  expect(new URL(page.url()).search).toBe('')

  await page.reload()
  await expect(stations).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto(new URL(address).origin)
  await expect(tab.getByRole('row', { name: /ГРП/ }).first()).toBeVisible()
  await tab.close()

  const other = await browser.newContext()
  const stranger = await other.newPage()
  await stranger.goto(address)
  await expect(stranger.getByText('This address has been used already')).toBeVisible()
  await expect(page.getByText('Another browser came with the address')).toBeVisible()

  // A cookie holds for every port of this machine. With it alone the stranger sees the program's own files and no data.
  await other.addCookies(await page.context().cookies())
  const refused = stranger.waitForEvent('console', (message) => /WebSocket connection to .* failed/.test(message.text()))
  await stranger.goto(new URL(address).origin)
  await refused
  await expect(stranger.getByText(/ГРП/)).toHaveCount(0)
  await other.close()
})
