import { expect, test } from 'vitest'
import { addUnreadable, isReadable } from '../../../../electron/exports/evidence/bag-read.ts'
import { changeList } from '../../../../electron/exports/evidence/changes.ts'
import { PATHS } from '../../../../electron/exports/evidence/paths.ts'

const MB = 1024 * 1024

test.each([
  [PATHS.choice, 8],
  [PATHS.report, 16],
  [PATHS.pdf, 128],
  [PATHS.context, 256],
  ['bag-info.txt', 0.25],
  ['manifest-sha256.txt', 0.25],
])('%s is read up to %d MB and named beyond', (path, mostMb) => {
  const ofSize = (bytes: number) => new Map([[path, { path, file: '0', sum: '', bytes }]])
  expect(isReadable(ofSize(mostMb * MB), path)).toBe(true)
  const larger = ofSize(mostMb * MB + 1)
  expect(isReadable(larger, path)).toBe(false)
  const list = changeList()
  addUnreadable(larger, path, list)
  expect(list.changes).toMatchObject([{ kind: 'too-large', file: path, found: `${mostMb * MB + 1} B` }])
})
