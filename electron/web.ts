import { refuseOldNode } from './node-version.ts'

/** The application in a browser: `node electron/web.ts [--port N] [--book FILE] [--demo]`. */
refuseOldNode()
void import('./web/serve.ts').then(async ({ serve }) => (process.exitCode = await serve(process.argv.slice(2))))
