import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALLOWED_SIGNERS, INFO, SIGNATURE, TAG_MANIFEST } from '../../../../electron/exports/evidence/bag.ts'
import { changeList } from '../../../../electron/exports/evidence/changes.ts'
import { NO_KEYS } from '../../../../electron/contract/evidence-words.ts'
import { checkSignatures } from '../../../../electron/exports/evidence/check-signatures.ts'
import { readmeIn } from '../../../../electron/exports/evidence/readme.ts'
import { allowedSigner, fingerprint, makeKey, publicLine, signed } from '../../../../electron/exports/evidence/sshsig.ts'

/**
 * Four places of a bundle speak of its signature: the signature itself, a line of bag-info.txt, allowed_signers and the
 * README. Every combination of what they say, after the sums were made to fit again: `own` of the key that signed first,
 * `alien` of another one.
 */
const WHOSE = ['none', 'own', 'alien'] as const
type Whose = (typeof WHOSE)[number]
const READMES = ['plain', 'tells'] as const

/** What has to be named; nothing is for a bundle that is not signed, and for one that is signed wholly by either key. */
const NAMED: Readonly<Record<string, string>> = {
  // signature, bag-info.txt, allowed_signers, README
  'none none none plain': '',
  'none none none tells': 'signature-missing',
  'none none own plain': 'signature-missing',
  'none none own tells': 'signature-missing',
  'none none alien plain': 'signature-missing',
  'none none alien tells': 'signature-missing',
  'none own none plain': 'signature-missing',
  'none own none tells': 'signature-missing',
  'none own own plain': 'signature-missing',
  'none own own tells': 'signature-missing',
  'none own alien plain': 'signature-missing',
  'none own alien tells': 'signature-missing',
  'none alien none plain': 'signature-missing',
  'none alien none tells': 'signature-missing',
  'none alien own plain': 'signature-missing',
  'none alien own tells': 'signature-missing',
  'none alien alien plain': 'signature-missing',
  'none alien alien tells': 'signature-missing',
  'own none none plain': 'signature-unstated file-missing',
  'own none none tells': 'signature-unstated file-missing',
  'own none own plain': 'signature-unstated',
  'own none own tells': 'signature-unstated',
  'own none alien plain': 'signature-unstated signature-other',
  'own none alien tells': 'signature-unstated signature-other',
  'own own none plain': 'file-missing',
  'own own none tells': 'file-missing',
  'own own own plain': '',
  'own own own tells': '',
  'own own alien plain': 'signature-other',
  'own own alien tells': 'signature-other',
  'own alien none plain': 'signature-other file-missing',
  'own alien none tells': 'signature-other file-missing',
  'own alien own plain': 'signature-other',
  'own alien own tells': 'signature-other',
  'own alien alien plain': 'signature-other signature-other',
  'own alien alien tells': 'signature-other signature-other',
  'alien none none plain': 'signature-unstated file-missing',
  'alien none none tells': 'signature-unstated file-missing',
  'alien none own plain': 'signature-unstated signature-other',
  'alien none own tells': 'signature-unstated signature-other',
  'alien none alien plain': 'signature-unstated',
  'alien none alien tells': 'signature-unstated',
  'alien own none plain': 'signature-other file-missing',
  'alien own none tells': 'signature-other file-missing',
  'alien own own plain': 'signature-other signature-other',
  'alien own own tells': 'signature-other signature-other',
  'alien own alien plain': 'signature-other',
  'alien own alien tells': 'signature-other',
  'alien alien none plain': 'file-missing',
  'alien alien none tells': 'file-missing',
  'alien alien own plain': 'signature-other',
  'alien alien own tells': 'signature-other',
  'alien alien alien plain': '',
  'alien alien alien tells': '',
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-signature-cases-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const keys = { own: makeKey(), alien: makeKey() }
const lineOf = (whose: Exclude<Whose, 'none'>) => publicLine(keys[whose])

async function named(signature: Whose, info: Whose, allowed: Whose, readme: (typeof READMES)[number]): Promise<string> {
  const tags = `${'0'.repeat(64)}  bagit.txt\n`
  const texts: [path: string, text: string][] = [
    [TAG_MANIFEST, tags],
    ['README.txt', readmeIn('en', readme === 'tells')],
    ['README.ru.txt', readmeIn('ru', readme === 'tells')],
    ...(allowed === 'none' ? [] : [[ALLOWED_SIGNERS, `${allowedSigner(lineOf(allowed))}\n`] as [string, string]]),
    ...(signature === 'none' ? [] : [[SIGNATURE, signed(Buffer.from(tags), keys[signature])] as [string, string]]),
  ]
  const files = new Map(
    texts.map(([path, text]) => {
      const file = join(folder, path)
      writeFileSync(file, text)
      return [path, { path, file, bytes: Buffer.byteLength(text), sum: null }]
    }),
  )
  const list = changeList()
  const bag = { files, info: new Map(info === 'none' ? [] : [[INFO.signedBy, fingerprint(lineOf(info))]]), isSound: () => true }
  await checkSignatures(bag, NO_KEYS, list)
  return list.changes.map(({ kind }) => kind).join(' ')
}

describe('what speaks of a signature and what of it is there', () => {
  const all = WHOSE.flatMap((signature) =>
    WHOSE.flatMap((info) => WHOSE.flatMap((allowed) => READMES.map((readme) => [signature, info, allowed, readme] as const))),
  )
  test('the table has every combination', () => {
    expect(all.map((one) => one.join(' '))).toEqual(Object.keys(NAMED))
  })
  test.each(all)('signature %s, bag-info %s, allowed_signers %s, README %s', async (...one) => {
    expect(await named(...one)).toBe(NAMED[one.join(' ')])
  })
})
