import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Serves the renderer's built files, over `app://` and HTTP alike: only files below their folder, under one strict policy. */

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * Nothing but the program's own files runs or is fetched. `data:` and `blob:` images are the charts saved as PNG and SVG.
 * @param socket the WebSocket address of the backend, where there is one ('self' does not cover ws: in every browser)
 */
export function contentSecurityPolicy(socket?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${socket ? ` ${socket}` : ''}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Headers of every answer that goes to a window. */
export function pageHeaders(socket?: string): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(socket),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
  }
}

/** A file of the page, or null when there is no such file. */
export interface PageFile {
  body: Buffer
  headers: Record<string, string>
}

/**
 * Reads what a URL path names below `folder` (`/` is index.html). Paths that leave the folder by any spelling
 * (`..`, encoded, backslashes, NUL) name nothing.
 */
export async function readPageFile(folder: string, urlPath: string): Promise<PageFile | null> {
  const name = pageFileName(urlPath)
  const type = name && TYPES[path.extname(name)]
  if (!name || !type) return null
  const body = await readFile(path.join(folder, name)).catch(() => null)
  if (!body) return null
  // Vite puts a hash of the content into the name of everything in assets/.
  const cache = name.startsWith('assets/') ? 'private, max-age=31536000, immutable' : 'no-store'
  return { body, headers: { 'content-type': type, 'cache-control': cache } }
}

/** The relative name a URL path stands for, or null when it is not a plain path below the root. */
export function pageFileName(urlPath: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(urlPath)
  } catch {
    return null
  }
  if (!decoded.startsWith('/') || /[\\\0:%]/.test(decoded)) return null
  const parts = decoded.slice(1).split('/')
  if (parts.some((part) => part === '..' || part === '.')) return null
  const name = parts.join('/')
  if (name === '') return 'index.html'
  return parts.includes('') ? null : name
}
