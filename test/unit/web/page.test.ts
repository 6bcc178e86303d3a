import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentSecurityPolicy, pageFileName, readPageFile } from '../../../electron/backend/page.ts'
import { attachment } from '../../../electron/web/handout.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'page-'))
  mkdirSync(path.join(folder, 'page/assets'), { recursive: true })
  writeFileSync(path.join(folder, 'page/index.html'), '<!doctype html>')
  writeFileSync(path.join(folder, 'page/assets/app-1a2b.js'), 'export {}')
  writeFileSync(path.join(folder, 'page/notes.secret'), 'no type is known for this')
  writeFileSync(path.join(folder, 'secret.html'), 'outside')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the root is the index, never kept; hashed files are kept for ever', async () => {
  const page = path.join(folder, 'page')
  const index = await readPageFile(page, '/')
  expect(index?.headers).toEqual({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  const script = await readPageFile(page, '/assets/app-1a2b.js')
  expect(script?.headers['cache-control']).toBe('private, max-age=31536000, immutable')
  expect(await readPageFile(page, '/missing.js')).toBeNull()
  expect(await readPageFile(page, '/assets')).toBeNull()
  expect(await readPageFile(page, '/notes.secret')).toBeNull()
})

test.each([
  '/../secret.html',
  '/%2e%2e/secret.html',
  '/..%2fsecret.html',
  '/assets/../../secret.html',
  '/..\\secret.html',
  '/%5c..%5csecret.html',
  '/%252e%252e/secret.html',
  '/./index.html',
  '//secret.html',
  '/C:/secret.html',
  '/index.html%00.js',
  '/%zz',
  'index.html',
  '',
])('%j names nothing', async (address) => {
  expect(pageFileName(address)).toBeNull()
  expect(await readPageFile(path.join(folder, 'page'), address)).toBeNull()
})

test('the policy allows the own files and the own socket, and no inline or evaluated code', () => {
  const policy = contentSecurityPolicy('ws://127.0.0.1:1')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("connect-src 'self' ws://127.0.0.1:1;")
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
})

test.each([
  [
    'события ГРП-2 "утро".csv',
    'attachment; filename="_______ ___-2 ______.csv"; filename*=UTF-8\'\'%D1%81%D0%BE%D0%B1%D1%8B%D1%82%D0%B8%D1%8F%20%D0%93%D0%A0%D0%9F-2%20%22%D1%83%D1%82%D1%80%D0%BE%22.csv',
  ],
  ["a'b(1)*%.csv", "attachment; filename=\"a'b(1)*_.csv\"; filename*=UTF-8''a%27b%281%29%2A%25.csv"],
  ['line\r\nbreak.csv', 'attachment; filename="line__break.csv"; filename*=UTF-8\'\'line%0D%0Abreak.csv'],
])('%j is a safe header', (name, header) => {
  expect(attachment(name)).toBe(header)
})
