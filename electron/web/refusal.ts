import type { IncomingMessage, ServerResponse } from 'node:http'

/** Why a request is not answered: one sentence, in Russian or English as the browser asks. */
const SENTENCES = {
  key: {
    status: 401,
    en: 'This page opens only with the address that Meterbook printed when it started, and that address works once. Start Meterbook again and open the address it prints.',
    ru: 'Эта страница открывается только по адресу, который Meterbook напечатал при запуске, и этот адрес действует один раз. Запустите Meterbook снова и откройте напечатанный адрес.',
  },
  used: {
    status: 401,
    en: 'This address has been used already, and it works once. If you have not opened it before, somebody else on this computer has seen it: end Meterbook, start it again and open the address it prints.',
    ru: 'Этот адрес уже использован, а действует он один раз. Если вы его ещё не открывали, его увидел кто-то другой на этом компьютере: завершите Meterbook, запустите его снова и откройте напечатанный адрес.',
  },
  stranger: {
    status: 403,
    en: 'This request came from another site or name, and Meterbook answers only its own page.',
    ru: 'Этот запрос пришёл с другого сайта или имени, а Meterbook отвечает только своей странице.',
  },
  missing: {
    status: 404,
    en: 'There is nothing at this address. A file can be downloaded once.',
    ru: 'По этому адресу ничего нет. Файл можно скачать один раз.',
  },
  method: { status: 405, en: 'Only reading is possible here.', ru: 'Здесь можно только читать.' },
  large: { status: 413, en: 'The request is too large.', ru: 'Запрос слишком большой.' },
  unbuilt: {
    status: 503,
    en: 'The screens are not built yet. Run npm run build and load this page again.',
    ru: 'Экраны ещё не собраны. Выполните npm run build и обновите страницу.',
  },
} as const
export type Refusal = keyof typeof SENTENCES

/** Answers with the sentence, and closes the connection so that a body that was never read ends with it. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  reason: Refusal,
  headers: Record<string, string>,
): void {
  const { status, en, ru } = SENTENCES[reason]
  const language = /^ru\b/i.test(request.headers['accept-language'] ?? '') ? 'ru' : 'en'
  const text = language === 'ru' ? ru : en
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Meterbook</title><p>${text}</p></html>\n`
  response.writeHead(status, {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(request.method === 'HEAD' ? undefined : html)
}

/** The same for a WebSocket handshake, which has no response object yet. */
export function handshakeRefusal(reason: Refusal): string {
  const { status, en } = SENTENCES[reason]
  return `HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(en)}\r\n\r\n${en}`
}
