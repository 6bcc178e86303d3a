import { ID_INJECTION_KEY, ZINDEX_INJECTION_KEY } from 'element-plus'
import { createPinia } from 'pinia'
import { expect, test } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import type { OpenBundle } from '../../../electron/contract/evidence.ts'
import type { SaidOfCheck } from '../../../electron/contract/evidence-words.ts'
import { i18n } from '../../../renderer/i18n/index.ts'
import BundleAbout from '../../../renderer/views/evidence/BundleAbout.vue'

/** What the window says below the hash of the records of a bundle of which the check of that hash ended so. */
async function saidOfHash(outcome: SaidOfCheck['outcome'], why: SaidOfCheck['why'] = null): Promise<string> {
  const pinia = createPinia()
  pinia._s.set('program', { language: 'en', preferences: { numberFormat: 'local' } } as never)
  const checks: SaidOfCheck[] = [{ check: 'hash', outcome, why }]
  const bundle: Partial<OpenBundle> = { about: null, container: 'digest-fits', recordsHash: 'f00d', records: 1, hasPdf: false, checks }
  i18n.global.locale.value = 'en'
  const window = createSSRApp(BundleAbout, { bundle }).use(i18n).use(pinia)
  window.provide(ZINDEX_INJECTION_KEY, { current: 0 }).provide(ID_INJECTION_KEY, { prefix: 0, current: 0 })
  const html = await renderToString(window)
  return /<p class="muted"[^>]*>([^<]*)/.exec(html)?.[1] ?? html
}

test('only of a hash that the bundle states otherwise it is said that it is another one', async () => {
  expect(await saidOfHash('differs')).toMatch(/^It is of the records as they are here, which is not the hash/)
  // The report is missing, so one of the two places that state the hash could not be asked.
  expect(await saidOfHash('not-checked', 'unreadable')).toMatch(/^The pages of the report were not read: compare/)
  expect(await saidOfHash('holds')).toMatch(/^The pages of the report were not read: compare/)
})
