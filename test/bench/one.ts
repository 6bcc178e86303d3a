import { BENCHES } from './benches.ts'
import { SIZES, type BenchName } from './sizes.ts'

/** `node one.ts JSON`: runs one bench in this process, and prints its figures as JSON. Started by run.ts, which has checked what is asked. */
export interface Asked {
  name: BenchName
  size: 'full' | 'quick'
  parts: string[] | null
  turns: number | null
}

async function run<N extends BenchName>(name: N, { size, parts, turns }: Asked): Promise<void> {
  const { bench } = await BENCHES[name]()
  const figures = await bench({
    size: SIZES[name][size],
    turns,
    isWanted: (part) => parts === null || parts.includes(part),
    say: (line) => process.stderr.write(`${line}\n`),
  })
  process.stdout.write(JSON.stringify(figures))
}

const asked = JSON.parse(process.argv[2] ?? '') as Asked
await run(asked.name, asked)
// What a bench leaves open (a library's threads) must not keep it from ending.
process.exit(0)
