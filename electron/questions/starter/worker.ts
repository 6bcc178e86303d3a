import { parentPort, workerData } from 'node:worker_threads'
import { startNodeProcess } from '../node-process.ts'
import { serveProcesses } from '../over-port.ts'

/** The thread that starts the processes of questions: to start one holds up whoever does it for tens of milliseconds. */
if (parentPort) serveProcesses(parentPort, startNodeProcess(String(workerData)))
