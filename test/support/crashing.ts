import { watchProcess } from '../../electron/backend/logged/watch-process.ts'
import { openProgramLog } from '../../electron/backend/program-log.ts'

/** Run by test/integration/log-secrets.test.ts: a process that ends with an error that nothing catches. */
const [dataFolder = '', how] = process.argv.slice(2)
watchProcess(openProgramLog({ dataFolder, who: 'web' }), () => process.stderr.write('said\n'))
const error = new TypeError('planted-message-of-an-exception')
if (how === 'reject') void Promise.reject(error)
else
  setImmediate(() => {
    throw error
  })
