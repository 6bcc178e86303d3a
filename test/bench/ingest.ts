import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { once } from 'node:events'
import { addDays, dayAt } from '../../electron/contract/time/day.ts'
import { inTurns, median, type Bench } from './measure.ts'
import { inFolder, root, runProgram, startDemoProcess, type DemoProcess } from './processes.ts'

/**
 * Processor time (user and system, all threads) of receiving, validating and committing hourly readings of many
 * devices, beside a bare loop of JSON.parse and prepared inserts of the very same answers into the same
 * tables. Meterbook's side has the whole way of a record in it, HTTP included; the bare loop has the bodies in memory.
 */
interface Side {
  cpuMs: number
  records: number
  pages: number
}

export const bench: Bench<'ingest'> = async ({ size, turns, say }) => {
  const nowMs = Date.now()
  const to = dayAt(nowMs)
  const span = { from: addDays(to, 1 - size.days), to }
  const demo = await startDemoProcess({ stations: size.stations, nowMs })
  try {
    return await inFolder(async (folder) => {
      const bodies = path.join(folder, 'bodies.jsonl')
      await capture(demo, span, bodies)
      const pairs = await inTurns(
        turns ?? size.turns,
        () => side('ours.ts', [demo.url, demo.email, demo.password, path.join(folder, 'ours'), span.from, span.to]),
        () => side('bare.ts', [bodies, path.join(folder, 'bare')]),
      )
      for (const [ours, bare] of pairs) {
        if (ours.records !== bare.records || ours.records < size.devices * size.days * 24) throw new Error('the sides did not do the same')
        say(`${ours.records} records: meterbook ${Math.round(ours.cpuMs)} ms, bare loop ${Math.round(bare.cpuMs)} ms`)
      }
      const ratio = median(pairs.map(([ours, bare]) => ours.cpuMs / bare.cpuMs))
      return [{ row: 'processor', value: ratio }]
    })
  } finally {
    await demo.stop()
  }
}

async function side(script: string, args: readonly string[]): Promise<Side> {
  const done = await runProgram(process.execPath, [path.join(root, 'test/bench/ingest', script), ...args])
  if (done.code !== 0) throw new Error(`${script} ended with ${done.code}: ${done.stderr}`)
  return JSON.parse(done.stdout) as Side
}

/** Keeps every hourly answer as the service sends it, a page a line. */
async function capture(demo: DemoProcess, span: { from: string; to: string }, file: string): Promise<void> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const call = async (method: string, address: string, body?: object) => {
    const answer = await fetch(`${demo.url}/api/v1/${address}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
    for (const name of ['access-token', 'token-type', 'client', 'uid']) {
      const value = answer.headers.get(name)?.trim()
      if (value) headers[name] = value
    }
    return answer.text()
  }
  await call('POST', 'auth/sign_in', { email: demo.email, password: demo.password })
  const stations = JSON.parse(await call('GET', 'stations?per_page=1000')) as {
    data: { equipment_id: number | null }[]
  }
  const output = createWriteStream(file)
  for (const { equipment_id: equipmentId } of stations.data) {
    if (equipmentId === null) continue
    for (let page: number | null = 1; page !== null;) {
      const query = new URLSearchParams({
        archive_type: 'hourly',
        equipment_id: String(equipmentId),
        fp_start: span.from,
        fp_end: span.to,
        per_page: '1000',
        page: String(page),
      })
      const body = await call('GET', `channel_data?${query.toString()}`)
      output.write(`${JSON.stringify({ equipmentId, body })}\n`)
      page = (JSON.parse(body) as { next_page: number | null }).next_page
    }
  }
  output.end()
  await once(output, 'finish')
  await call('DELETE', 'auth/sign_out')
}
