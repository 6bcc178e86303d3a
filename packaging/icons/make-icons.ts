import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../test/support/chromium.ts'
import { ICNS_SIZES, ICO_SIZES, icnsOf, icoOf, type Pictures } from './containers.ts'

/**
 * `npm run icons`: draws the program's icon and that of a book in all sizes and containers, by the tests' Chromium. The names are
 * those under which electron-builder looks for them. What it writes is kept in the repository, so that packing draws nothing.
 */
const root = path.resolve(import.meta.dirname, '../..')
const resources = path.join(root, 'resources')
/** Of Linux' icon themes. */
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512] as const
/** Apple's icons leave a margin on each side: 100 of 1024 pixels. */
const APPLE_MARGIN = 100 / 1024

async function draw(page: Page, svg: string, sizes: readonly number[], margin = 0): Promise<Pictures> {
  const pictures = new Map<number, Buffer>()
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size })
    const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
    const inner = size - 2 * Math.round(size * margin)
    await page.setContent(
      `<style>body{margin:0;display:grid;place-items:center;height:100vh}img{display:block;width:${inner}px;height:${inner}px}</style><img src="${source}">`,
    )
    await page.locator('img').evaluate((image: HTMLImageElement) => image.decode())
    pictures.set(size, await page.screenshot({ omitBackground: true }))
  }
  return pictures
}

const { executablePath, args, env } = await findChromium()
const browser = await chromium.launch({ executablePath, args, env: { ...(process.env as Record<string, string>), ...env } })
const page = await browser.newPage()
const program = readFileSync(path.join(root, 'renderer/public/icon.svg'), 'utf8')
const book = readFileSync(path.join(import.meta.dirname, 'book.svg'), 'utf8')
const write = (name: string, bytes: Buffer | undefined) => bytes && writeFileSync(path.join(resources, name), bytes)

mkdirSync(path.join(resources, 'icons'), { recursive: true })
const flat = await draw(page, program, [...new Set([...ICO_SIZES, ...LINUX_SIZES, 1024])])
for (const size of LINUX_SIZES) write(`icons/${size}x${size}.png`, flat.get(size))
write('icon.png', flat.get(1024))
write('icon.ico', icoOf(flat))
write('icon.icns', icnsOf(await draw(page, program, ICNS_SIZES, APPLE_MARGIN)))
write('meterbook.ico', icoOf(await draw(page, book, ICO_SIZES)))
write('meterbook.icns', icnsOf(await draw(page, book, ICNS_SIZES)))
await browser.close()
