#!/usr/bin/env node
import { refuseOldNode } from './node-version.ts'

// Before anything native is loaded: better-sqlite3 13 crashes Node 20 instead of failing.
refuseOldNode()
void import('./cli/main.ts').then(({ main }) => main(process.argv.slice(2)))
