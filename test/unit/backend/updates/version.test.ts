import { expect, test } from 'vitest'
import { compareVersions, parseVersion, type Version } from '../../../../electron/backend/updates/version.ts'

const read = (text: string): Version => {
  const version = parseVersion(text)
  if (!version) throw new Error(`${text} is no version`)
  return version
}

test('versions stand in the order of semver.org', () => {
  const inOrder = [
    '0.0.1',
    '0.2.0-alpha',
    '0.2.0-alpha.1',
    '0.2.0-alpha.beta',
    '0.2.0-beta',
    '0.2.0-beta.2',
    '0.2.0-beta.11',
    '0.2.0-rc.1',
    '0.2.0',
    '0.10.0',
    '1.0.0-1',
    '1.0.0-2',
    '1.0.0-10',
    '1.0.0-a',
    '1.0.0',
  ]
  for (const [at, a] of inOrder.entries())
    for (const [other, b] of inOrder.entries())
      expect(Math.sign(compareVersions(read(a), read(b))), `${a} ${b}`).toBe(Math.sign(at - other))
})

test.each([
  '',
  '1',
  '1.2',
  'v1.2.3',
  '1.2.3.4',
  '01.2.3',
  '1.2.3-',
  '1.2.3-01',
  '1.2.3-a..b',
  '1.2.3+build',
  ' 1.2.3',
  '1.2.3\n',
  '1.2.9999999999',
  `1.2.3-${'a'.repeat(90)}`,
])('%j is no version', (text) => expect(parseVersion(text)).toBeNull())
