import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useFormat } from './words/format.ts'
import { useAccount } from './account.ts'
import { useBook } from './book.ts'
import { useDownloads } from './downloads.ts'

/** A text about the list of stations while it is being fetched; `text` is null when it is not. */
export function useListsComing() {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const account = useAccount()
  const book = useBook()
  const downloads = useDownloads()

  const task = computed(() => downloads.progress?.current.find(({ kind }) => kind === 'stations') ?? null)
  /** The page of the list that is being fetched, once the service has told how many there are. */
  const page = computed(() =>
    task.value === null || task.value.pages === null
      ? null
      : t('workbench.fetchingPage', { page: format.number(task.value.page), pages: format.number(task.value.pages) }),
  )
  const text = computed(() => {
    if (book.readOnly) return null
    const { progress } = downloads
    // After a sign-in the lists are fetched without a command; the queue's progress is known a moment later.
    if (progress === null) return account.state?.session === 'signed-in' ? t('workbench.fetching') : null
    if (!downloads.active) return null
    return progress.state === 'running' ? (page.value ?? t('workbench.fetching')) : t(`downloads.state.${progress.state}`)
  })
  return { text, page }
}
