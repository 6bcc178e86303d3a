import { SingleBar } from 'cli-progress'
import { calledBy } from '../contract/called.ts'
import type { Progress } from '../contract/downloads.ts'
import { bytes, count, duration, shown } from './numbers.ts'
import type { Terminal } from './terminal.ts'

/** Shows how a download goes on, on standard error; `stop` leaves the terminal clean. */
export interface ProgressView {
  update(progress: Progress): void
  stop(): void
}

/** A bar on a terminal; elsewhere a line at most once a second, and only when something changed. */
export function progressView(terminal: Terminal, nowMs: () => number = Date.now): ProgressView {
  return terminal.isInteractive ? barView(terminal) : lineView(terminal, nowMs)
}

function barView(terminal: Terminal): ProgressView {
  const bar = new SingleBar({
    stream: terminal.stderr,
    format: '{bar} {percentage}% │ {text}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    hideCursor: true,
    linewrap: false,
    clearOnComplete: true,
    gracefulExit: false,
    fps: 8,
  })
  let isStarted = false
  return {
    update(progress) {
      const done = ended(progress)
      if (!isStarted) bar.start(Math.max(1, progress.tasks.total), done, { text: describe(progress) })
      isStarted = true
      bar.setTotal(Math.max(1, progress.tasks.total))
      bar.update(done, { text: describe(progress) })
    },
    stop() {
      if (isStarted) bar.stop()
    },
  }
}

function lineView(terminal: Terminal, nowMs: () => number): ProgressView {
  let shownMs = -Infinity
  let shown = ''
  let latest: Progress | null = null
  const show = (progress: Progress) => {
    const line = `${ended(progress)} of ${progress.tasks.total} tasks │ ${describe(progress)}`
    if (line !== shown) terminal.note(line)
    shown = line
    shownMs = nowMs()
  }
  return {
    update(progress) {
      latest = progress
      if (nowMs() - shownMs >= 1000) show(progress)
    },
    stop() {
      if (latest) show(latest)
    },
  }
}

const ended = ({ tasks }: Progress) => tasks.done + tasks.failed + tasks.cancelled

function describe(progress: Progress): string {
  const parts = [`${count(progress.records)} records`, bytes(progress.bytes)]
  if (progress.state === 'waiting-for-network') parts.push('waiting for the network')
  else if (progress.state === 'waiting-for-sign-in') parts.push('waiting for a sign-in')
  else if (progress.state === 'running') {
    if (progress.recordsPerSecond > 0) parts.push(`${count(Math.round(progress.recordsPerSecond))}/s`)
    if (progress.lanes > 1) parts.push(`${progress.lanes} lanes`)
    if (progress.leftMs !== null) parts.push(`${duration(progress.leftMs)} left`)
    const current = progress.current[0]
    if (current) {
      const station = current.stationId === null ? null : calledBy(current.stationName, current.stationId)
      parts.push(shown([station, current.archiveType ?? current.kind, current.from].filter(Boolean).join(' ')))
      if ((current.pages ?? 1) > 1) parts.push(`page ${count(current.page)} of ${count(current.pages ?? 1)}`)
    }
  }
  return parts.join(' │ ')
}
