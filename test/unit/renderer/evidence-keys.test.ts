import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EvidenceKeys, Verification } from '../../../electron/contract/evidence.ts'
import { waitingLink } from '../../../renderer/connection.ts'
import { useKeys } from '../../../renderer/views/evidence/use-keys.ts'
import { useSigners } from '../../../renderer/views/evidence/use-signers.ts'

/** A program that has one's own key and those that were said to be known, and counts what it is asked. */
let asked: string[]
let known: EvidenceKeys['known']
beforeEach(() => {
  setActivePinia(createPinia())
  asked = []
  known = []
  vi.spyOn(waitingLink, 'call').mockImplementation((path, input) => {
    asked.push(path.join('.'))
    if (path.at(-1) === 'know') known = [{ fingerprint: '', ...(input as { publicKey: string; name: string }) }]
    return Promise.resolve({ publicKey: 'own', fingerprint: '', allowedSigner: '', remembered: true, known })
  })
})
afterEach(() => void vi.restoreAllMocks())

/** A bundle in which nothing was changed, signed by each of these keys. */
const signedBy = (...publicKeys: string[]): Verification =>
  ({
    holds: true,
    checks: [{ check: 'signature', outcome: 'holds', why: 'unknown-key' }],
    signatures: publicKeys.map((publicKey) => ({
      file: '',
      holds: true,
      publicKey,
      fingerprint: '',
      owner: 'unknown',
    })),
  }) as never

test('a key that is remembered counts at once as known, wherever it is told whose it is', async () => {
  const { keys, ownerOf, nameOf, know } = useKeys()
  const { verdict, checks, signers } = useSigners(() => signedBy('theirs'))
  await expect.poll(() => keys.value !== null).toBe(true)
  expect([ownerOf('own'), ownerOf('theirs'), nameOf('theirs')]).toEqual(['own', 'unknown', null])
  expect([verdict.value, signers.value]).toEqual(['unknown-key', []])
  await know('theirs', 'Петров')
  expect([ownerOf('own'), ownerOf('theirs'), nameOf('theirs')]).toEqual(['own', 'known', 'Петров'])
  expect([verdict.value, signers.value]).toEqual(['known-key', ['Петров']])
  expect(checks.value).toEqual([{ check: 'signature', outcome: 'holds', why: 'known-key' }])
  expect(useSigners(() => signedBy('theirs', 'own')).verdict.value).toBe('own-key')
})

test('the parts of a screen that are mounted at once ask for the keys once; those that come later ask anew', async () => {
  const [{ keys }] = [useKeys(), useKeys(), useSigners(() => signedBy())]
  expect(asked).toEqual(['evidence.keys'])
  await Promise.resolve()
  useKeys()
  expect(asked).toEqual(['evidence.keys', 'evidence.keys'])
  known = [{ publicKey: 'theirs', fingerprint: '', name: 'Петров' }]
  await expect.poll(() => keys.value?.known.length === 0).toBe(true)
  const { nameOf } = useKeys()
  await expect.poll(() => nameOf('theirs') === 'Петров').toBe(true)
  expect(asked).toHaveLength(3)
})
