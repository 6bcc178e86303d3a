import type { LineCost } from '../../contract/named-trip-words.ts'
import { runTool, type ToolAnswer } from '../schedule/drivers/tool.ts'

/**
 * NetworkManager's own word on the line that is in use, by its bus. Other systems tell no program of ours: Windows has it behind an
 * interface that Node cannot call, macOS behind one for its own languages, and Chromium on a desktop says nothing of the kind.
 */
const QUESTION = [
  'busctl',
  '--system',
  'get-property',
  'org.freedesktop.NetworkManager',
  '/org/freedesktop/NetworkManager',
  'org.freedesktop.NetworkManager',
  'Metered',
] as const

/** NMMetered: 1 yes, 2 no, 3 and 4 the same as guessed by the kind of the line. */
const MEANT: Readonly<Record<string, LineCost>> = { 'u 1': 'metered', 'u 3': 'metered', 'u 2': 'unmetered', 'u 4': 'unmetered' }

/** What the system says of the line's price; `unknown` where it says nothing. */
export async function lineCost(
  ask: (command: readonly string[]) => Promise<ToolAnswer> = runTool,
  platform: NodeJS.Platform = process.platform,
): Promise<LineCost> {
  if (platform !== 'linux') return 'unknown'
  const { code, out } = await ask(QUESTION)
  return code === 0 ? (MEANT[out.trim()] ?? 'unknown') : 'unknown'
}
