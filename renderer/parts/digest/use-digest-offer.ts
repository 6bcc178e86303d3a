import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { client } from '../../client.ts'
import { useBook } from '../../stores/book.ts'
import { useDownloads } from '../../stores/downloads.ts'
import { useNotices } from '../../stores/notices.ts'

/**
 * What is new is the first screen of a window that opens after a download which ended since somebody looked last. Who is at
 * work already is not taken away from it: when a download ends, a notice leads there.
 */
export function useDigestOffer(): void {
  const [book, downloads, notices] = [useBook(), useDownloads(), useNotices()]
  const route = useRoute()
  const router = useRouter()
  /** The window was not opened at any screen in particular. */
  const isAtStart = /^#?\/?$/.test(location.hash)
  let isTouched = false
  const touch = () => (isTouched = true)
  for (const event of ['keydown', 'pointerdown'] as const) window.addEventListener(event, touch, { once: true, capture: true })

  async function openFirst(): Promise<void> {
    const { lookedAtMs, downloadedAtMs } = await client.digest.state()
    // Of a book at which nobody ever looked so all is new, and the stations tell more.
    const isNews = lookedAtMs !== null && downloadedAtMs !== null && downloadedAtMs > lookedAtMs
    if (isNews && !isTouched && route.name === 'workbench') await router.replace({ name: 'digest' })
  }
  const stop = watch(
    () => book.ready,
    (isReady) => {
      if (!isReady) return
      queueMicrotask(() => stop())
      // It is an offer: where the question fails the window stays where it is.
      if (isAtStart && book.summary) void openFirst().catch(() => undefined)
    },
    { immediate: true },
  )

  watch(
    () => downloads.progress?.state,
    (state, before) => {
      if (state !== 'done' || before === undefined || before === 'idle' || before === 'done' || route.name === 'digest') return
      const { runId = null, unasked = false } = downloads.progress ?? {}
      if (unasked) return
      notices.add({
        kind: 'done',
        key: 'digest.offer',
        ...(runId !== null && { runId }),
        leads: { key: 'digest.open', run: () => void router.push({ name: 'digest' }) },
      })
    },
  )
}
