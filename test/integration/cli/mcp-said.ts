import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect } from 'vitest'
import { hostileBook } from './assistant.ts'
import { start } from './run-cli.ts'

/** What is said to `meterbook mcp` line by line, and what it answers. */

let folder: string
let book: string

/** A book for the file's tests. */
export function useBook(): void {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'meterbook-mcp-attacks-'))
    book = await hostileBook(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
}

/** A server of its own. */
export const startServer = () => start(['mcp', '--book', book], join(folder, 'data'))

interface Heard {
  id?: unknown
  error?: { code: number; message: string }
  result?: { isError?: boolean }
}
export type Expected = [id: unknown, what: number | 'result' | 'failure']
export type Said = string | Buffer | readonly Buffer[]

export const [NO_JSON, NO_MESSAGE, NO_METHOD, NO_PARAMS] = [-32700, -32600, -32601, -32602]
export const MB = 1 << 20

export const ask = (asked: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...asked })}\n`
export const call = (id: unknown, name: string, input: unknown = {}): string =>
  ask({ id, method: 'tools/call', params: { name, arguments: input } })
export const initialize = (
  params: object = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
) => ask({ id: 'begin', method: 'initialize', params })
const PING = ask({ id: 'end', method: 'ping' })

export const many = (count: number, of: (id: number) => string) => Array.from({ length: count }, (_, id) => of(id)).join('')
export const results = (count: number) => Array.from({ length: count }, (_, id): Expected => [id, 'result'])

/** The most memory that a process took, MB; only Linux tells. */
function most(pid: number | undefined): number {
  const file = `/proc/${pid}/status`
  return existsSync(file) ? Number(/VmHWM:\s+(\d+)/u.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 1000 : 0
}

/** Says it to a server of its own, and hears so many answers and that of a ping behind it. @returns the most memory */
export async function saidTo(
  said: Said,
  expected: readonly Expected[],
  { first = initialize(), isInOrder = true, orRefused = false } = {},
): Promise<number> {
  const { child, done } = startServer()
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const hear = async () => JSON.parse(String((await lines.next()).value)) as Heard
  const say = async (bytes: string | Buffer) => void (child.stdin.write(bytes) || (await once(child.stdin, 'drain')))
  if (first !== '') {
    await say(first)
    expect(await hear()).toMatchObject({ id: 'begin', result: {} })
    await say(ask({ method: 'notifications/initialized' }))
  }
  const heard: Heard[] = []
  let isAnswered = false
  // Answers are fetched while there is still something to say.
  const listening = (async () => {
    while (!isAnswered || heard.length < expected.length) {
      const answer = await hear()
      if (answer.id === 'end') isAnswered = true
      else heard.push(answer)
    }
  })()
  for (const bytes of typeof said === 'string' || Buffer.isBuffer(said) ? [said] : said) await say(bytes)
  await say(PING)
  await listening
  const told = heard.map(({ id, error, result }): Expected => [id, error?.code ?? (result?.isError ? 'failure' : 'result')])
  if (orRefused) expect(told.some(([, what]) => what === NO_MESSAGE)).toBe(true)
  const either = orRefused ? told.map(([id]): Expected => [id, 'result']) : told
  const inOrder = (all: readonly Expected[]) => (isInOrder ? all : [...all].sort(([a], [b]) => Number(a) - Number(b)))
  expect(inOrder(either)).toEqual(inOrder(expected))
  for (const { error } of heard) if (error) expect(error.message).not.toMatch(/\n\s+at |node_modules|\/work|\/home/u)
  const memory = most(child.pid)
  expect(memory).toBeLessThan(600)
  child.stdin.end()
  const { code, stderr } = await done
  expect([code, stderr]).toEqual([0, expect.not.stringMatching(/\n\s+at /u)])
  return memory
}
