import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startDemoService, type DemoService } from '../../../electron/demo/index.ts'
import { backendIn } from '../../support/backend.ts'
import { withProxyTo, type Proxy } from '../../support/proxy.ts'
import { releaseFacts } from '../../support/releases.ts'
import { meterbookProcess } from './run-cli.ts'

/** The command line reaches a service as the window does: by the proxy of the preferences, its name and password out of the vault. */

const key = randomBytes(32)
const KEY = { METERBOOK_VAULT_KEY: key.toString('hex') }
const NO_PROXIES = { HTTP_PROXY: '', HTTPS_PROXY: '', NO_PROXY: '', http_proxy: '', https_proxy: '', no_proxy: '' }
/** No name server knows this host: only a proxy reaches it. */
const HOST = 'metering.invalid'
const CREDENTIALS = 'anna:s3cret'

let service: DemoService
let data: string
beforeAll(async () => {
  service = await startDemoService({ stations: 3 })
})
afterAll(() => service.close())
beforeEach(() => (data = mkdtempSync(path.join(tmpdir(), 'meterbook-cli-proxy-'))))
afterEach(() => rmSync(data, { recursive: true, force: true }))

/** What a user leaves behind who has signed in over the proxy in the window, and closed it. */
async function signedInOver(proxy: string): Promise<string> {
  const window = await backendIn(data, {}, key)
  await window.program.setPreferences({ proxy })
  const { email, password } = service
  await window.account.signIn({ url: `http://${HOST}`, email, password, remember: true, allowUnencrypted: true })
  await window.downloads.cancel()
  await window.close()
  const [name = ''] = readdirSync(path.join(data, 'books')).filter((one) => one.endsWith('.meterbook'))
  return path.join(data, 'books', name)
}
const run = (args: string[], env: NodeJS.ProcessEnv) => meterbookProcess(args, data, { ...NO_PROXIES, ...env })
const nightly = (book: string) => ['sync', '--book', book, '--archives', 'reference', '--scheduled', '--json']
const asWanted = (proxy: Proxy, credentials?: string) => (credentials ? proxy.url.replace('//', `//${credentials}@`) : proxy.url)

test.each([
  ['without a password', undefined],
  ['with name and password', CREDENTIALS],
])('a scheduled sync goes over the proxy of the preferences, %s, while no window is open', (_, credentials) =>
  withProxyTo(
    service.url,
    async (proxy) => {
      const book = await signedInOver(asWanted(proxy, credentials))
      const before = proxy.hosts.length
      expect(await run(nightly(book), KEY)).toMatchObject({ code: 0 })
      expect(proxy.hosts.length).toBeGreaterThan(before)
      expect([...new Set(proxy.hosts), proxy.refused]).toEqual([HOST, 0])
      // It goes before what the shell says.
      expect((await run(nightly(book), { ...KEY, HTTP_PROXY: 'http://127.0.0.1:9' })).code).toBe(0)
    },
    credentials,
  ),
)

test('a vault that does not open gives no password: the proxy’s refusal says where it lies, and shows none', () =>
  withProxyTo(
    service.url,
    async (proxy) => {
      const book = await signedInOver(asWanted(proxy, CREDENTIALS))
      const { code, stderr, stdout } = await run(nightly(book), { METERBOOK_PASSWORD: service.password })
      expect([code, JSON.parse(stdout)]).toMatchObject([4, { failure: { code: 'PROXY_REFUSED' } }])
      expect(stderr).toContain("'meterbook accounts' says whether it can be opened here")
      expect(proxy.refused).toBeGreaterThan(0)
      for (const text of [stderr, stdout, readFileSync(path.join(data, 'program.json'), 'utf8')]) expect(text).not.toContain('s3cret')
    },
    CREDENTIALS,
  ))

test('where the preferences name none, the shell’s proxy counts', () =>
  withProxyTo(service.url, async (proxy) => {
    const args = ['sync', '--url', `http://${HOST}`, '--email', service.email, '--allow-unencrypted', '--archives', 'reference']
    const password = { METERBOOK_PASSWORD: service.password }
    expect((await run(args, password)).code).toBe(4)
    expect(proxy.hosts).toEqual([])
    expect((await run(args, { ...password, HTTP_PROXY: proxy.url })).code).toBe(0)
    expect([...new Set(proxy.hosts)]).toEqual([HOST])
  }))

test('update --check asks over the same way', () =>
  withProxyTo(
    service.url,
    async (proxy) => {
      const window = await backendIn(data, {}, key)
      await window.program.setPreferences({ proxy: asWanted(proxy, CREDENTIALS) })
      await window.close()
      const release = path.join(data, 'release.json')
      writeFileSync(release, JSON.stringify(releaseFacts('https://releases.invalid/releases/')))
      const env = { METERBOOK_RELEASE: release }
      // Behind the proxy is no place of releases: that it was asked is what counts.
      expect((await run(['update', '--check'], { ...env, ...KEY })).code).toBe(4)
      expect([proxy.hosts, proxy.refused]).toEqual([['releases.invalid:443'], 0])
      expect((await run(['update', '--check'], env)).code).toBe(4)
      expect([proxy.hosts.length, proxy.refused]).toEqual([1, 1])
    },
    CREDENTIALS,
  ))
