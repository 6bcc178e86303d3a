import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type * as Electron from 'electron'
import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import type * as standIn from '../../support/electron-stand-in/electron.ts'

/**
 * The recording stand-in is worth what it has in common with Electron. Its names and shapes are held to Electron's type
 * definitions, its behaviour to a table of what Electron's documents say.
 */

// Files of one worker share what they import: the app of another test may be ready already.
vi.resetModules()
const { seen } = await import('../../support/electron-stand-in/behaviour.ts')

/** Members of the stand-in that Electron's object does not have: those below are what tests read, never the program. */
type Invented<StandIn, Real, ForTests extends string = never> = Exclude<keyof StandIn, keyof Real | ForTests>
/** Members that promise where Electron answers at once, or the other way round. */
type Unlike<StandIn, Real> = {
  [K in keyof StandIn & keyof Real]: Promises<StandIn[K]> extends Promises<Real[K]> ? never : K
}[keyof StandIn & keyof Real]
type Promises<Member> = Member extends (...asked: never[]) => infer Answer ? (Answer extends Promise<unknown> ? 'yes' : 'no') : 'none'

describe('its names are those of the type definitions', () => {
  test('of every object that the program uses', () => {
    expectTypeOf<Invented<typeof standIn.app, Electron.App, 'folders'>>().toBeNever()
    expectTypeOf<Invented<InstanceType<typeof standIn.BrowserWindow>, Electron.BrowserWindow, 'options'>>().toBeNever()
    expectTypeOf<Invented<InstanceType<typeof standIn.WebContents>, Electron.WebContents, 'openHandler'>>().toBeNever()
    expectTypeOf<Invented<InstanceType<typeof standIn.MessagePortMain>, Electron.MessagePortMain, 'asPagePort'>>().toBeNever()
    expectTypeOf<Invented<InstanceType<typeof standIn.Notification>, Electron.Notification, 'message'>>().toBeNever()
    expectTypeOf<Invented<typeof standIn.dialog, Electron.Dialog>>().toBeNever()
    expectTypeOf<Invented<typeof standIn.crashReporter, Electron.CrashReporter>>().toBeNever()
    expectTypeOf<Invented<typeof standIn.protocol, Electron.Protocol, 'handlers'>>().toBeNever()
    expectTypeOf<Invented<typeof standIn.safeStorage, Electron.SafeStorage>>().toBeNever()
    expectTypeOf<Invented<typeof standIn.screen, Electron.Screen>>().toBeNever()
    expectTypeOf<Invented<typeof standIn.shell, Electron.Shell>>().toBeNever()
    expectTypeOf<Invented<typeof standIn.nativeTheme, Electron.NativeTheme>>().toBeNever()
    expectTypeOf<Invented<typeof standIn.session.defaultSession, Electron.Session, 'request' | 'check'>>().toBeNever()
    expectTypeOf<Invented<typeof standIn.session.defaultSession.webRequest, Electron.WebRequest, 'ask'>>().toBeNever()
  })

  test('what is a promise there is one here', () => {
    expectTypeOf<Unlike<typeof standIn.app, Electron.App>>().toBeNever()
    expectTypeOf<Unlike<InstanceType<typeof standIn.BrowserWindow>, Electron.BrowserWindow>>().toBeNever()
    expectTypeOf<Unlike<typeof standIn.dialog, Electron.Dialog>>().toBeNever()
    expectTypeOf<Unlike<typeof standIn.safeStorage, Electron.SafeStorage>>().toBeNever()
    expectTypeOf<Unlike<typeof standIn.shell, Electron.Shell>>().toBeNever()
  })
})

const root = path.resolve(import.meta.dirname, '../../..')
const definitions = readFileSync(path.join(root, 'node_modules/electron/electron.d.ts'), 'utf8')
/** The text of a class or interface of the definitions. */
function definitionOf(name: string): string {
  const start = definitions.search(new RegExp(`^  (class|interface) ${name}\\b`, 'm'))
  if (start < 0) throw new Error(`Electron's definitions have no ${name}.`)
  return definitions.slice(start, definitions.indexOf('\n  }', start))
}
const textOf = (file: string) => readFileSync(path.join(root, 'electron', file), 'utf8')
const shell = ['main.ts', ...readdirSync(path.join(root, 'electron/desktop')).map((name) => `desktop/${name}`)]

describe('every event that the shell listens for is one of Electron 45', () => {
  /** What a variable of the shell is; in pipe.ts `window` is the port of one. */
  const LISTENED = {
    app: 'App',
    window: 'BrowserWindow',
    contents: 'WebContents',
    webContents: 'WebContents',
    notification: 'Notification',
  }
  const events = shell.flatMap((file) =>
    [...textOf(file).matchAll(/\b(app|window|contents|webContents|notification)\.(?:on|once)\('([^']+)'/g)].map(([, name, event]) => {
      const type = file === 'desktop/pipe.ts' ? 'MessagePortMain' : LISTENED[name as keyof typeof LISTENED]
      return [type, event ?? ''] as const
    }),
  )
  test('there are some', () => expect(events.length).toBeGreaterThan(15))
  test.each(events)('%s: %s', (type, event) => expect(definitionOf(type).includes(`on(event: '${event}'`)).toBe(true))
})

describe('options that nobody names are safe by themselves', () => {
  const preferences = definitionOf('WebPreferences')
  /** The comment before an option, in one line. */
  const saidOf = (option: string) =>
    new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s+${option}\\?:`).exec(preferences)?.[1]?.replaceAll(/\s*\*\s*/g, ' ') ?? ''
  test.each([
    ['nodeIntegrationInWorker', 'false'],
    ['webSecurity', 'true'],
    ['allowRunningInsecureContent', 'false'],
    ['experimentalFeatures', 'false'],
    ['plugins', 'false'],
    ['navigateOnDragDrop', 'false'],
  ])('%s is %s by default', (option, value) => {
    expect(saidOf(option)).toMatch(new RegExp(`[Dd]efault (is|to|to be)?\\s*\`${value}\``))
  })
})

describe('it behaves as the documents say', () => {
  /** What the program relies on, where it is written, and the stand-in's answer (behaviour.ts). */
  const TABLE = [
    ['protocol: schemes are registered before `ready` only', 'schemesAfterReady'],
    ['browser-window: no window before `ready`', 'windowBeforeReady'],
    ['screen: no screen before `ready`', 'screenBeforeReady'],
    ['dialog: no dialog before `ready`', 'dialogBeforeReady'],
    ['dialog: an error box may be shown before `ready`', 'errorBoxBeforeReady'],
    ['safe-storage: no encryption before `ready` on Linux and Windows', 'storageBeforeReady'],
    ['app: `before-quit` may keep the program from ending', 'quitRefused'],
    ['app: `open-url` comes before `ready` when a link starts the program', 'linkBeforeReady'],
    ['message-port-main: no message before `start`', 'portWaits'],
    ['message-ports: a port closes when it is given what cannot be cloned', 'portCloses'],
    ['dialog: a dialog that is closed answers with an empty path, and with no paths', 'dialogClosed'],
    ['notification: a refusal is an event, after `show` has returned', 'notificationFails'],
    ['web-contents: a page ended by force is told as `render-process-gone`, afterwards', 'forcedEndIsTold'],
    ['browser-window: one that is destroyed has no page, and says that it is destroyed', 'destroyedHasNoPage'],
    ['dialog: a message box promises the number of the button', 'messageBoxPromises'],
  ] as const
  test('each line of the table', () => expect(seen).toEqual(Object.fromEntries(TABLE.map(([, name]) => [name, true]))))
})
