import { inTurns, median, type Bench } from './measure.ts'
import { commandLine, runProgram } from './processes.ts'

/**
 * What a command costs before it does anything: `meterbook --help`, started as `npm run meterbook` starts it (without
 * npm itself), beside a Node that does nothing. Both times are whole, from the start of the process to its exit.
 */
const HELP = [...commandLine(), '--help']

export const bench: Bench<'start'> = async ({ size, turns, say }) => {
  // The first start compiles what all later ones read.
  const { code, stderr } = await runProgram(process.execPath, HELP)
  if (code !== 0) throw new Error(`meterbook --help ended with ${code}: ${stderr}`)
  const help = () => runProgram(process.execPath, HELP)
  const nothing = () => runProgram(process.execPath, ['-e', '0'])
  const pairs = await inTurns(turns ?? size.turns, help, nothing)
  const [ours, bare] = [median(pairs.map(([a]) => a.elapsedMs)), median(pairs.map(([, b]) => b.elapsedMs))]
  say(`meterbook --help ${ours.toFixed(0)} ms, node -e 0 ${bare.toFixed(0)} ms`)
  return [{ row: 'help', value: ours / bare }]
}
