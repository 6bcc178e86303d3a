import { onBeforeUnmount, onMounted } from 'vue'
import { client, follow } from '../client.ts'
import { useNotices } from '../stores/notices.ts'
import { useProgram } from '../stores/program.ts'

/**
 * Does what the desktop shell does for its window and a browser leaves to the page: notifies of a finished download, and keeps
 * a dropped file from replacing the page. A browser tells the name of a dropped file, but not its path.
 */
export function useBrowserHabits(): void {
  const program = useProgram()
  const notices = useNotices()
  const inBrowser = () => program.info?.host === 'web'

  follow(
    (signal) => client.program.notices(undefined, { signal }),
    ({ title, body }) => {
      // The tag makes several windows of one program notify once.
      if (inBrowser() && mayNotify()) new Notification(title, { body, tag: 'meterbook', icon: '/icon.svg' })
    },
  )

  const carriesFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
  function onDragOver(event: DragEvent): void {
    if (inBrowser() && carriesFile(event)) event.preventDefault()
  }
  function onDrop(event: DragEvent): void {
    if (!inBrowser() || !carriesFile(event)) return
    event.preventDefault()
    const file = event.dataTransfer?.files[0]?.name ?? ''
    notices.add({ kind: 'done', key: 'shell.dropped', named: { file } })
  }
  onMounted(() => {
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('drop', onDrop)
  })
  onBeforeUnmount(() => {
    window.removeEventListener('dragover', onDragOver)
    window.removeEventListener('drop', onDrop)
  })
}

/** True when the user has allowed this page to show notifications. */
export const mayNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted'
