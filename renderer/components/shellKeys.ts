import { onBeforeUnmount, onMounted } from 'vue'
import { useRouter } from 'vue-router'
import { useAccount } from '../stores/account.ts'
import { useBook } from '../stores/book.ts'
import { useNotices } from '../stores/notices.ts'
import { useProgram, type Command } from '../stores/program.ts'
import { toFailure } from '../client.ts'

const SCREENS = ['workbench', 'downloads', 'reference', 'preferences'] as const

/**
 * Keys that work everywhere, and the desktop's menu: Ctrl+K finds, Ctrl+1…4 go to the screens, Ctrl+, to the preferences.
 * Letters are read by their place on the keyboard, so they work on a Russian layout.
 */
export function useShellKeys(find: () => void): void {
  const router = useRouter()
  const account = useAccount()
  const book = useBook()
  const notices = useNotices()

  function onKeydown(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const digit = /^Digit([1-4])$/.exec(event.code)?.[1]
    if (event.code === 'KeyK') find()
    else if (event.code === 'Comma') void router.push({ name: 'preferences' })
    else if (digit) void router.push({ name: SCREENS[Number(digit) - 1] })
    else return
    event.preventDefault()
  }

  async function obey({ command, file }: Command): Promise<void> {
    switch (command) {
      case 'find':
        return find()
      case 'open-book':
        if (file === null) await book.choose()
        else await book.open(file)
        return void (await router.push({ name: 'workbench' }))
      case 'close-book':
        await book.close()
        return void (await router.push({ name: 'sign-in' }))
      case 'sign-out':
        return void (await account.signOut())
      case 'export':
        return void (await router.push({ name: 'workbench', query: { export: '1' } }))
      case 'second-browser':
        return notices.add({ kind: 'failure', failure: { code: 'SECOND_BROWSER', data: {} } })
      case 'about':
        return void (await router.push({ name: 'preferences', hash: '#about' }))
      default:
        return void (await router.push({ name: command }))
    }
  }

  useProgram().onCommand((command) => {
    obey(command).catch((error: unknown) => notices.add({ kind: 'failure', failure: toFailure(error) }))
  })
  onMounted(() => window.addEventListener('keydown', onKeydown))
  onBeforeUnmount(() => window.removeEventListener('keydown', onKeydown))
}
