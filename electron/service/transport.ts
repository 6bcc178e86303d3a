import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, inflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { codeOf, ServiceError } from './errors.ts'
import type { Limits } from './limits.ts'

/** One request as it goes out. `path` is from the root, with the query; it holds no secret. */
export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string
}

export interface AnswerHead {
  status: number
  /** A header's value, null when it is missing; the first of several. */
  header(name: string): string | null
}

/** An answer whose body has been received in full, not yet decompressed. */
export interface Answer extends AnswerHead {
  body: Buffer
}

export interface SendOptions {
  /** Called as soon as the headers are there, before the body; what it throws fails the request. */
  onHead(head: AnswerHead): void
  /** Aborted: the body is not wanted any more (the headers still are: they carry the token). */
  drop?: AbortSignal | undefined
  /** Aborted: the request is broken off wherever it is. Only for one that spends no token: a sign-in. */
  giveUp?: AbortSignal | undefined
}

/**
 * Sends one request and receives its answer, whatever the status. Never follows a redirect, never repeats.
 * Throws UNREACHABLE, TIMEOUT and BAD_PAGE, an answer that is no HTTP (`data.sent`: the request may have reached the service;
 * `data.slow`: the answer came too slowly), TLS, BODY_TOO_LARGE, CANCELLED.
 */
export function send(
  dispatcher: Dispatcher,
  baseUrl: string,
  outgoing: OutgoingRequest,
  limits: Limits,
  options: SendOptions,
): Promise<Answer> {
  const { origin, pathname, search } = new URL(baseUrl + outgoing.path)
  const { method, headers, body = null } = outgoing
  return new Promise((resolve, reject) => {
    const receiver = new Receiver(pathOnly(outgoing.path), limits, options, resolve, reject)
    if (options.giveUp?.aborted === true) return receiver.giveUp()
    dispatcher.dispatch({ origin, path: pathname + search, method, headers, body }, receiver)
  })
}

/** Everything before the `?`: what errors and logs may show. */
export function pathOnly(path: string): string {
  const query = path.indexOf('?')
  return query === -1 ? path : path.slice(0, query)
}

/**
 * Receives undici's callbacks for one request, in order. A stream in between would cost more than parsing a page.
 * `onRequestStart` comes when the request gets its socket: before that, nothing can have been sent.
 */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #path: string
  readonly #limits: Limits
  readonly #options: SendOptions
  readonly #resolve: (answer: Answer) => void
  readonly #reject: (error: unknown) => void
  #isSent = false
  #head: AnswerHead | null = null
  #chunks: Buffer[] = []
  #bytes = 0
  #informational = 0
  readonly #startedMs = performance.now()
  #stop: (() => void) | null = null
  #controller: Dispatcher.DispatchController | null = null
  #overdue: NodeJS.Timeout | undefined
  /** Why we broke it off ourselves. */
  #why: { error: unknown } | null = null

  constructor(path: string, limits: Limits, options: SendOptions, resolve: (answer: Answer) => void, reject: (error: unknown) => void) {
    this.#path = path
    this.#limits = limits
    this.#options = options
    this.#resolve = resolve
    this.#reject = reject
    this.#overdue = setTimeout(() => this.#tooSlow(), limits.headMs)
    options.giveUp?.addEventListener('abort', this.giveUp, { once: true })
  }

  readonly giveUp = (): void => this.#leave(new ServiceError('CANCELLED'))

  /** Stops waiting, even while there is no connection yet. */
  #leave(error: ServiceError): void {
    if (this.#controller) return this.#breakOff(this.#controller, error)
    this.#why = { error }
    this.#over()
    this.#reject(error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#why) return controller.abort(new Error('given up'))
    this.#isSent = true
    this.#controller = controller
  }

  /** The idle limit alone would let an answer drip in for ever, byte by byte. */
  #tooSlow(): void {
    const sent = this.#isSent && this.#head === null
    this.#cutShort(new ServiceError('TIMEOUT', { path: this.#path, sent, slow: this.#isSent }))
  }

  /** Looks after each window of time whether the body has brought enough in it. */
  #watchBody(): void {
    if (this.#why) return
    clearTimeout(this.#overdue)
    const { windowMs, windowBytes, answerMs } = this.#limits
    const before = this.#bytes
    const leftMs = this.#startedMs + answerMs - performance.now()
    this.#overdue = setTimeout(
      () => {
        if (leftMs <= windowMs || this.#bytes - before < windowBytes) this.#tooSlow()
        else this.#watchBody()
      },
      Math.min(windowMs, Math.max(0, leftMs)),
    )
  }

  /** No more of the answer is received. The body of a refusal is not needed: it is told by its status. */
  #cutShort(error: ServiceError): void {
    if (this.#head !== null && this.#head.status >= 400 && this.#controller) this.#controller.abort(new Error('not needed'))
    else this.#leave(error)
  }

  #tooLarge(): void {
    this.#cutShort(new ServiceError('BODY_TOO_LARGE', { path: this.#path, limit: this.#limits.maxBodyBytes }))
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // 1xx: the answer itself is still to come. (101 is the answer to a question that is never asked.)
    if (status < 200) {
      this.#informational++
      if (status > 101 && this.#informational <= this.#limits.maxInformational) return
      return this.#breakOff(controller, notHttp(this.#path, true))
    }
    const head: AnswerHead = { status, header: (name) => firstOf(headers[name]) }
    this.#head = head
    try {
      this.#options.onHead(head)
    } catch (error) {
      return this.#breakOff(controller, error)
    }
    const { drop } = this.#options
    this.#stop = () => this.#breakOff(controller, new ServiceError('CANCELLED'))
    if (drop?.aborted === true) this.#stop()
    else drop?.addEventListener('abort', this.#stop, { once: true })
    // What is said to be too large is not begun.
    if (Number(head.header('content-length')) > this.#limits.maxBodyBytes) this.#tooLarge()
    else this.#watchBody()
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#why) return
    this.#bytes += chunk.length
    if (this.#bytes <= this.#limits.maxBodyBytes) this.#chunks.push(chunk)
    else this.#tooLarge()
  }

  onResponseEnd(): void {
    this.#over()
    if (this.#why) this.#reject(this.#why.error)
    else if (this.#head) this.#resolve({ ...this.#head, body: this.#takeBody() })
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: unknown): void {
    this.#over()
    // A refusal stays one even when its body breaks off: asking again would not help.
    if (this.#head !== null && this.#head.status >= 400 && !this.#why) return this.#resolve({ ...this.#head, body: this.#takeBody() })
    // Once the headers (and with them the token) are here, nothing is in doubt: the page is simply asked for again.
    const sent = this.#isSent && this.#head === null
    this.#reject(this.#why ? this.#why.error : networkFailure(error, sent, this.#path))
  }

  #takeBody(): Buffer {
    const body = Buffer.concat(this.#chunks)
    this.#chunks = []
    return body
  }

  #breakOff(controller: Dispatcher.DispatchController, error: unknown): void {
    if (this.#why) return
    this.#why = { error }
    this.#over()
    controller.abort(error instanceof Error ? error : new Error('broken off', { cause: error }))
  }

  #over(): void {
    clearTimeout(this.#overdue)
    this.#options.giveUp?.removeEventListener('abort', this.giveUp)
    if (this.#stop) this.#options.drop?.removeEventListener('abort', this.#stop)
    this.#stop = null
  }
}

const unzip = promisify(gunzip)
const unflate = promisify(inflate)

/** The body as text. Throws BODY_TOO_LARGE beyond the limit of decompressed bytes, BAD_PAGE for a damaged or unknown encoding. */
export async function decode(answer: Answer, limits: Limits): Promise<string> {
  const encoding = (answer.header('content-encoding') ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return answer.body.toString('utf8')
  const options = { maxOutputLength: limits.maxBodyBytes }
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip') return (await unzip(answer.body, options)).toString('utf8')
    if (encoding === 'deflate') return (await unflate(answer.body, options)).toString('utf8')
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw new ServiceError('BODY_TOO_LARGE', { limit: limits.maxBodyBytes })
    throw new ServiceError('BAD_PAGE', { reason: 'damaged compression' }, error)
  }
  throw new ServiceError('BAD_PAGE', { reason: 'unknown encoding' })
}

function firstOf(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null
}

const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
/** OpenSSL's and Node's names of what is wrong with a certificate or a handshake. */
const TLS_CODES = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|EPROTO$|UND_ERR_PRX_TLS)/

/** `data.cause` of an answer that is no HTTP. */
export const NOT_HTTP = 'NOT_HTTP'

/** Something answered, but not as HTTP wants it: nothing is wrong with the line. */
const notHttp = (path: string, sent: boolean, error?: unknown): ServiceError =>
  new ServiceError('BAD_PAGE', { path, sent, reason: 'not HTTP', cause: NOT_HTTP }, error)

/** undici's name of an answer that ends too early: the line may have broken. */
const CUT_OFF = 'HPE_INVALID_EOF_STATE'

/** Whether undici says that it understood nothing, or another thing than was asked for (a 100, a 101). `isHead`: of the headers. */
function isNotHttp(error: unknown, isHead: boolean): boolean {
  const code = codeOf(error)
  if (!(error instanceof Error) || code === CUT_OFF) return false
  if (error.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') return true
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return isHead
  return code === 'UND_ERR_SOCKET' && /^bad (?:response|upgrade)$/.test(error.message)
}

/** undici's words for an answer of the proxy itself: it has no code for it. */
const PROXY_STATUS = /^Proxy (?:response|Authentication Required) \((\d{3})\)/

/** What undici says of a request that got no answer, as PROXY_REFUSED, BAD_PAGE, TIMEOUT, TLS or UNREACHABLE. */
export function networkFailure(error: unknown, sent: boolean, path: string): ServiceError {
  const code = codeOf(error)
  const proxyStatus = error instanceof Error ? PROXY_STATUS.exec(error.message)?.[1] : undefined
  if (proxyStatus !== undefined) return new ServiceError('PROXY_REFUSED', { path, status: Number(proxyStatus) }, error)
  if (isNotHttp(error, sent)) return notHttp(path, sent, error)
  const data = { path, sent, cause: code }
  if (code !== null && TIMEOUTS.has(code)) return new ServiceError('TIMEOUT', data, error)
  if (code !== null && TLS_CODES.test(code)) return new ServiceError('TLS', data, error)
  return new ServiceError('UNREACHABLE', data, error)
}
