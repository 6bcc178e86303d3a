import { parentPort, workerData } from 'node:worker_threads'
import { judgeWorlds } from './judge.ts'

/** Judges the worlds of the seeds that it is given, on a thread of its own. */
parentPort?.postMessage(judgeWorlds(workerData as number[]))
