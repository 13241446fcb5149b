import { Logger } from '@nestjs/common';
/** Takes the place of Nest's console logger; everything it was given is kept, optional parameters included. */
export class LogRecorder {
    lines = [];
    /** Starts recording. Call {@link stop} when the test ends. */
    static start() {
        const recorder = new LogRecorder();
        Logger.overrideLogger(recorder);
        return recorder;
    }
    /** Silences the logger again. */
    stop() {
        Logger.overrideLogger(false);
    }
    texts(level) {
        return this.lines.filter((line) => line.level === level).map((line) => line.text);
    }
    log = this.recorderOf('log');
    warn = this.recorderOf('warn');
    error = this.recorderOf('error');
    debug = this.recorderOf('debug');
    verbose = this.recorderOf('verbose');
    fatal = this.recorderOf('fatal');
    recorderOf(level) {
        return (...parts) => {
            this.lines.push({ level, text: parts.map(String).join(' ') });
        };
    }
}
//# sourceMappingURL=log-recorder.js.map