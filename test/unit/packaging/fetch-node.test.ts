import { execFile, execFileSync, type ExecFileException } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { layStandIns, nodePackage, pinnedVersion } from '../../../packaging/cli/node-binary.ts'
import { headOf, systemOf, type Target } from '../../../packaging/cli/program-heads.ts'

/** The Node of another system, brought by npm itself from a registry on this machine. */
const root = path.resolve(import.meta.dirname, '../../..')
const work = mkdtempSync(path.join(os.tmpdir(), 'fetch-node-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

const target: Target = process.platform === 'darwin' ? { platform: 'linux', arch: 'x64' } : { platform: 'darwin', arch: 'x64' }
const name = nodePackage(target)
const version = pinnedVersion(root)
const integrityOf = (bytes: Uint8Array) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`

/** A package as npm keeps it, with a program for a system in it. */
function packageFor(system: Target): Buffer {
  const folder = mkdtempSync(path.join(work, 'package-'))
  layStandIns(root, path.join(folder, 'all'))
  renameSync(path.join(folder, 'all', name), path.join(folder, 'package'))
  writeFileSync(path.join(folder, 'package/bin/node'), headOf(system))
  execFileSync('tar', ['-czf', 'it.tgz', 'package'], { cwd: folder })
  return readFileSync(path.join(folder, 'it.tgz'))
}

/** What the fetching says, when the registry has this package and tells of this checksum, and what is kept then. */
async function fetched(archive: Buffer, integrity: string, systems: readonly string[]) {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const { port } = server.address() as AddressInfo
    const tarball = `http://127.0.0.1:${port}/${name}/-/${name}-${version}.tgz`
    if (url === `/${name}`)
      return response.end(
        JSON.stringify({
          name,
          'dist-tags': { latest: version },
          versions: { [version]: { name, version, dist: { tarball, integrity } } },
        }),
      )
    if (url.endsWith('.tgz')) return response.end(archive)
    return response.writeHead(404).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const folder = path.join(mkdtempSync(path.join(work, 'nodes-')), 'here')
  const { port } = server.address() as AddressInfo
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: mkdtempSync(path.join(work, 'cache-')),
    npm_config_fetch_retries: '0',
    npm_config_update_notifier: 'false',
  }
  const args = ['packaging/cli/fetch-node.ts', '--into', folder, ...systems]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root, env }).catch((error: ExecFileException) => ({
    stdout: error.stdout ?? '',
    stderr: error.stderr ?? '',
  }))
  return { asked, folder, stdout, stderr, kept: existsSync(folder) ? readdirSync(folder) : [] }
}

const words = [`${target.platform}-${target.arch}`]

test('the Node of another system comes by npm, is verified, and lies in its folder; that of this machine is here', async () => {
  const archive = packageFor(target)
  const { folder, stdout, stderr, kept } = await fetched(archive, integrityOf(archive), [...words, `${process.platform}-${process.arch}`])
  expect(stderr).not.toContain('Error')
  expect(stdout).toContain(`${name}@${version} is in ${folder}: ${integrityOf(archive)}`)
  expect(stdout).toContain('is here already.')
  expect(kept).toEqual([name])
  expect(systemOf(path.join(folder, name, 'bin/node'))).toEqual(target)
})

test('bytes that are not those of the registry’s checksum are not kept', async () => {
  const archive = packageFor(target)
  const { stderr, kept } = await fetched(archive, integrityOf(Buffer.from('another')), words)
  expect(stderr).toContain(`The registry has not given ${name}@${version}: npm says above why. Nothing was kept.`)
  expect(kept).toEqual([])
})

test('a package that holds the Node of yet another system is not kept', async () => {
  const archive = packageFor({ ...target, arch: 'arm64' })
  const { stderr, kept } = await fetched(archive, integrityOf(archive), words)
  expect(stderr).toMatch(/is a program for \w+ arm64, and Node .* for \w+ x64 is needed/)
  expect(kept).toEqual([])
})

test('words that are no system are answered with a sentence, and nothing is asked', async () => {
  const { asked, stderr } = await fetched(Buffer.alloc(0), '', ['solaris-sparc'])
  expect(stderr).toBe('solaris-sparc is no system: linux, darwin or win32, a hyphen, and x64 or arm64.\n')
  expect(asked).toEqual([])
})
