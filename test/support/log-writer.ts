import { openProgramLog } from '../../electron/backend/program-log.ts'

/** Run by test/unit/backend/program-log.test.ts as one of several processes: writes numbered lines. */
const [dataFolder = '', writer] = process.argv.slice(2)
const log = openProgramLog({ dataFolder, who: 'cli' })
for (let n = 0; n < 4000; n++)
  log.write('info', 'line', { writer: Number(writer), n, stack: 'out/main/main.js:1:1 < out/main/main.js:2:2' })
