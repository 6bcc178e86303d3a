import { useRouter } from 'vue-router'
import { useAccount } from '../stores/account.ts'
import { useBook } from '../stores/book.ts'
import { useDiagnostics } from '../stores/diagnostics.ts'
import { useNotices } from '../stores/notices.ts'
import { useProgram, type Command } from '../stores/program.ts'
import { client, toFailure } from '../client.ts'
import { useBookOpener } from './open-book.ts'
import { pressed } from './keys/shortcuts.ts'
import { useWindowKeys } from './keys/use-keys.ts'

/** Handles the keys that work everywhere (keys/shortcuts.ts), and the commands of the desktop's menu. */
export function useShellKeys({ find, help }: { find: () => void; help: () => void }): void {
  const router = useRouter()
  const account = useAccount()
  const book = useBook()
  const openBook = useBookOpener()
  const notices = useNotices()
  const diagnostics = useDiagnostics()

  useWindowKeys((event) => {
    const key = pressed(event, 'everywhere')
    if (key === null) return
    if (key === 'find') find()
    else if (key === 'help') help()
    else void router.push({ name: key })
    event.preventDefault()
  })

  async function obey({ command, file }: Command): Promise<void> {
    switch (command) {
      case 'find':
        return find()
      case 'open-book':
        if (await openBook(file)) await router.push({ name: 'workbench' })
        return
      case 'open-link': {
        const asked = await client.program.readLink({ link: file ?? '' })
        if (asked.file !== null && asked.file !== book.summary?.file && !(await openBook(asked.file))) return
        const { stationId } = asked
        return void (await router.push(stationId === null ? { name: 'workbench' } : { name: 'station', params: { id: stationId } }))
      }
      case 'close-book':
        await book.close()
        return void (await router.push({ name: 'sign-in' }))
      case 'sign-out':
        return void (await account.signOut())
      case 'export':
        return void (await router.push({ name: 'workbench', query: { export: '1' } }))
      case 'second-browser':
        return notices.add({ kind: 'failure', failure: { code: 'SECOND_BROWSER', data: {} } })
      case 'show-log':
        return void (diagnostics.logOpen = true)
      case 'diagnostics':
        return void (diagnostics.saveOpen = true)
      case 'about':
        return void (await router.push({ name: 'preferences', hash: '#about' }))
      default:
        return void (await router.push({ name: command }))
    }
  }

  useProgram().onCommand((command) => {
    obey(command).catch((error: unknown) => notices.add({ kind: 'failure', failure: toFailure(error) }))
  })
}
