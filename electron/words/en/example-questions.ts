/** By example (contract/example-questions.ts): its title, and the comment that stands above its text. */
export default {
  consumption: {
    title: 'Stations by consumption',
    comment: 'Gas by station in the days that are chosen below, the greatest first; and how many of its hours are not known.',
  },
  missing: {
    title: 'Hours that are missing, by station',
    comment: 'Hours of the chosen days of which nothing is known, the most first.',
  },
  days: {
    title: 'Consumption of a station by day',
    comment:
      'Choose a station and days. As a chart: a line over the days.\nThe column “way” says by what a day was counted: hours, the daily record, or a counter.',
  },
  hours: {
    title: 'Hours of a station, as a carpet',
    comment:
      'Choose a station and days, and show the answer as a carpet: one cell an hour, of each device that it had, as the unified view tells it.\nA record is stamped with the end of its hour.',
  },
  idle: {
    title: 'No volume while there is pressure',
    comment: 'Hours of a station in which no gas flowed although it was under pressure.',
  },
  around: {
    title: 'Events around findings',
    comment: 'What the logs say within a day of the beginning of the latest twenty suspect and failed findings of devices (flag 3 and 4).',
  },
  silences: {
    title: 'Longest silences',
    comment: 'Times between two sessions of a station, the longest first.',
  },
  batteries: {
    title: 'Batteries that end first',
    comment:
      'Levels of both batteries and when they are forecast to end, the earliest first;\nwhy nothing is forecast stands in the last columns.',
  },
  limits: {
    title: 'Above the daily limit',
    comment:
      'Gas days on which a station, or all stations of a consumer together, took more than the daily limit that held;\nof two that hold the one that began later counts.',
  },
  sessions: {
    title: 'Sessions a day, and their tries',
    comment: 'How often stations were in contact on each UTC day, and how many tries it took.',
  },
  twice: {
    title: 'Records that another source has otherwise',
    comment: 'Records of which a merged book or a file by cable has other values than the service gave.',
  },
  settings: {
    title: 'Settings that changed',
    comment: 'Settings whose value differs from that of the download before.',
  },
  typed: {
    title: 'Stations without coordinates or verification',
    comment: 'Stations of which nobody has typed in where they are, or when they are verified next: 1 is there, 0 or nothing is not.',
  },
  rules: {
    title: 'Open findings by rule',
    comment: 'In how many open findings each rule has a say, at how many stations, and the gas of those that it leads.',
  },
}
