import { useRouter } from 'vue-router'
import { useGuide } from '../stores/guide.ts'
import { useHelp } from '../stores/help.ts'
import { useNotices } from '../stores/notices.ts'
import { useProgram } from '../stores/program.ts'
import { useKeyReader, useWindowKeys } from './keys/use-keys.ts'
import { useShellCommands } from './shell-commands.ts'

/** Handles the keys that work everywhere (keys/shortcuts.ts), and the commands of the desktop's menu. */
export function useShellKeys({ find }: { find: () => void }): void {
  const router = useRouter()
  const notices = useNotices()
  const guide = useGuide()
  const help = useHelp()
  const pressed = useKeyReader('everywhere')

  useWindowKeys((event) => {
    const key = pressed(event)
    // No key: a scanner types these.
    if (key === null || key === 'scan') return
    if (key === 'find') find()
    else if (key === 'help') help.open = true
    else if (key === 'guide') guide.turn()
    else void router.push({ name: key })
    event.preventDefault()
  })

  const obey = useShellCommands({ find })
  useProgram().onCommand((command) => {
    void notices.attempt(() => obey(command))
  })
}
