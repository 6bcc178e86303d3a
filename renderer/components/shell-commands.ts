import { useRouter } from 'vue-router'
import { client } from '../client.ts'
import { questionAt } from '../places/questions.ts'
import { useAccount } from '../stores/account.ts'
import { useBook } from '../stores/book.ts'
import { useDiagnostics } from '../stores/diagnostics.ts'
import { useGuide } from '../stores/guide.ts'
import { useHelp } from '../stores/help.ts'
import { useNotices } from '../stores/notices.ts'
import type { Command } from '../stores/program.ts'
import { useBookOpener } from './open-book.ts'

/**
 * What the commands of the program's menu do in the window; the palette runs the same. Those that are named after a screen
 * lead there. Throws what a command fails with.
 */
export function useShellCommands({ find }: { find: () => void }): (command: Command) => Promise<void> {
  const router = useRouter()
  const account = useAccount()
  const book = useBook()
  const openBook = useBookOpener()
  const notices = useNotices()
  const diagnostics = useDiagnostics()
  const guide = useGuide()
  const help = useHelp()

  return async ({ command, file }) => {
    switch (command) {
      case 'find':
        return find()
      case 'open-book':
        if (await openBook(file)) await router.push({ name: 'workbench' })
        return
      case 'open-link': {
        const asked = await client.program.readLink({ link: file ?? '' })
        if (asked.file !== null && asked.file !== book.summary?.file && !(await openBook(asked.file))) return
        const { stationId, questionId } = asked
        if (stationId !== null) await router.push({ name: 'station', params: { id: stationId } })
        else await router.push(questionId === null ? { name: 'workbench' } : questionAt({ question: questionId }))
        return
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
      case 'guide':
        return guide.open()
      case 'keys':
        return void (help.open = true)
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
}
