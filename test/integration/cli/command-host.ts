import { createInterface } from 'node:readline'
import { meterbook } from './run-cli.ts'

/**
 * `node command-host.ts DATA`: runs the command lines that come on standard input, each a JSON list of arguments, one after
 * the other in this process, and answers each with a line: its outcome as JSON.
 */
const [data = ''] = process.argv.slice(2)
for await (const line of createInterface({ input: process.stdin })) {
  const outcome = await meterbook(JSON.parse(line) as string[], data)
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
}
