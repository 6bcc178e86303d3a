import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }

/**
 * What a deb does when it is installed and taken away: as electron-builder's own scripts do, but that `meterbook` in a terminal is
 * the command line, and that the program learns how it was installed. A newer electron-builder whose scripts differ fails here.
 */
const root = path.resolve(import.meta.dirname, '../../..')
const theirs = (name: string) => readFileSync(path.join(root, 'node_modules/app-builder-lib/templates/linux', name), 'utf8')
const { afterInstall, afterRemove } = manifest.build.deb

test.each([
  [afterInstall, 'after-install.tpl', "echo deb > '/opt/${sanitizedProductName}/resources/package-type'"],
  [afterRemove, 'after-remove.tpl', "rm -f '/opt/${sanitizedProductName}/resources/package-type'"],
])('%s is electron-builder’s but for the command line and its last line', (file, name, last) => {
  const own = readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n')
  expect(own.at(-1)).toBe(last)
  const linked = theirs(name).replaceAll(
    "'/opt/${sanitizedProductName}/${executable}'",
    "'/opt/${sanitizedProductName}/resources/cli/meterbook'",
  )
  expect(linked).not.toBe(theirs(name))
  expect(own.slice(0, -3).join('\n').trimEnd()).toBe(linked.trimEnd())
})
