import terms from './terms.ts'

/** The calendar of verifications: in the window, on paper, in calendar programs. */
export default {
  title: 'Verification calendar',
  category: 'Verification',
  summary: (station: string) => `Verification: ${station}`,
  serial: (serial: string) => `Serial number ${serial}`,
  overdue: 'Overdue',
  unknown: 'Day not known',
  column: {
    number: terms.numberInOrder,
    month: terms.month,
    day: 'Verified until',
    left: 'Days left',
    station: terms.station,
    consumer: terms.consumer,
    serial: terms.serialNumber,
    from: 'The day comes from',
    done: terms.doneMark,
  },
  from: {
    next: 'settings of the device',
    interval: 'last verification and interval in the settings',
    typed: 'typed in by hand',
  },
  why: {
    no_device: 'the service names no device',
    no_settings: 'no settings in the book',
    no_verification: 'no day in the settings, none typed in',
  },
}
