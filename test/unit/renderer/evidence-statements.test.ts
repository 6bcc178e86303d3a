import { createPinia } from 'pinia'
import { afterEach, expect, test, vi } from 'vitest'
import { createSSRApp, type Component } from 'vue'
import { renderToString } from 'vue/server-renderer'
import type { EvidenceKeys, Verification } from '../../../electron/contract/evidence.ts'
import { waitingLink } from '../../../renderer/connection.ts'
import { i18n } from '../../../renderer/i18n/index.ts'
import BundleChecks from '../../../renderer/views/evidence/BundleChecks.vue'
import SigningKey from '../../../renderer/views/evidence/SigningKey.vue'
import { useKeys } from '../../../renderer/views/evidence/use-keys.ts'

/** What the screen of evidence says of the key and of the signature: nothing that is not so. */

afterEach(() => void vi.restoreAllMocks())

async function drawn(part: Component, props: object, answer: EvidenceKeys): Promise<string> {
  vi.spyOn(waitingLink, 'call').mockImplementation(() => Promise.resolve(answer))
  i18n.global.locale.value = 'en'
  const page = () =>
    createSSRApp(part, props as never)
      .use(i18n)
      .use(createPinia())
  // The keys are one for the program: they are there when the screen is drawn again.
  await renderToString(page())
  const { keys } = page().runWithContext(() => useKeys())
  await expect.poll(() => keys.value === answer).toBe(true)
  return renderToString(page())
}

const keysWith = (publicKey: string | null): EvidenceKeys => ({
  publicKey,
  fingerprint: publicKey === null ? null : 'SHA256:abc',
  allowedSigner: publicKey,
  remembered: true,
  known: [],
})

test('a key is said to be kept in the vault only where there is one', async () => {
  expect(await drawn(SigningKey, {}, keysWith('ssh-ed25519 A'))).toContain('kept in the vault')
  const none = await drawn(SigningKey, {}, keysWith(null))
  expect(none).toContain('No key was made yet.')
  expect(none).not.toContain('kept in the vault')
})

test('beside something that was changed no signature holds without a word', async () => {
  const bundle = (holds: boolean) =>
    ({
      holds,
      signatures: [{ file: '', holds: true, publicKey: 'A', fingerprint: '', owner: 'unknown' }],
      checks: [{ check: 'signature', outcome: 'holds', why: null }],
    }) as unknown as Verification
  const cellOf = async (holds: boolean) =>
    /<td class="(tone-[a-z]+) [^>]*>([^<]*)/.exec(await drawn(BundleChecks, { bundle: bundle(holds) }, keysWith(null)))?.slice(1)
  expect(await cellOf(true)).toEqual(['tone-good', 'Holds'])
  expect(await cellOf(false)).toEqual(['tone-warn', 'Holds for the list of sums, not for what is named as changed'])
})
