import { refuseOldNode } from './node-version.ts'

/** The application in a browser: `node electron/web.ts [--port N] [--book FILE] [--demo]`. */
refuseOldNode()
const { serve } = await import('./web/serve.ts')
process.exitCode = await serve(process.argv.slice(2))
