#!/usr/bin/env node
import { refuseOldNode } from './node-version.ts'

// Before anything native is loaded: better-sqlite3 13 crashes Node 20 instead of failing.
refuseOldNode()
const { main } = await import('./cli/main.ts')
await main(process.argv.slice(2))
