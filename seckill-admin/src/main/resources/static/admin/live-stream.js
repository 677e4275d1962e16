// Listens to server-sent events by fetch. An EventSource cannot tell a session that is over from a server that is away,
// and each open one takes one of the few connections that a browser has for a host: so this one is only open while its
// page is seen.

const SILENCE_MS = 6_000;
const CROWDED_MS = 10_000;
const LONGEST_WAIT_MS = 10_000;

/**
 * Listens until the session is over, and connects again whenever the stream ends.
 *
 * @param {string} url where the stream is
 * @param {(event: string, data: object) => void} onEvent is told what arrives
 * @param {(state: 'on' | 'again' | 'crowded' | 'signed-out') => void} onState is told how the connection is
 */
export function listen(url, onEvent, onState) {
  let current = null;

  async function connect() {
    const mine = new AbortController();
    current = mine;
    let failures = 0;
    while (current === mine) {
      let wait = 1_000;
      try {
        const arrived = await read(url, mine.signal, onEvent, (state) => {
          // Who was served begins anew to wait, however often it has failed before.
          failures = state === 'on' ? 0 : failures;
          onState(state);
        });
        if (arrived === 'signed-out') {
          current = null;
          return;
        }
        wait = arrived === 'crowded' ? CROWDED_MS : wait;
      } catch (failure) {
        if (current !== mine) {
          return;
        }
        onState('again');
        wait = Math.min(LONGEST_WAIT_MS, 500 * 2 ** failures++);
      }
      await pause(wait);
    }
  }

  /** A while, or until the machine says that it has a network again. */
  function pause(wait) {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        window.removeEventListener('online', done);
        resolve();
      };
      const timer = setTimeout(done, wait);
      window.addEventListener('online', done);
    });
  }

  function seenOrNot() {
    if (document.visibilityState === 'hidden') {
      const leaving = current;
      current = null;
      leaving?.abort();
    } else if (current === null) {
      connect();
    }
  }

  document.addEventListener('visibilitychange', seenOrNot);
  window.addEventListener('pagehide', () => current?.abort());
  seenOrNot();
}

/** Reads one stream to its end. */
async function read(url, signal, onEvent, onState) {
  const silence = new AbortController();
  const both = () => silence.abort();
  signal.addEventListener('abort', both);
  let alarm = setTimeout(both, SILENCE_MS);
  try {
    const answer = await fetch(url, {
      headers: { Accept: 'text/event-stream' }, signal: silence.signal, cache: 'no-store',
    });
    if (answer.status === 401 || answer.status === 403) {
      onState('signed-out');
      return 'signed-out';
    }
    if (answer.status === 429) {
      onState('crowded');
      return 'crowded';
    }
    if (!answer.ok || answer.body === null) {
      throw new Error(`the stream was answered ${answer.status}`);
    }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return 'ended';
      }
      clearTimeout(alarm);
      alarm = setTimeout(both, SILENCE_MS);
      const messages = (text + value).split('\n\n');
      text = messages.pop();
      onState('on');
      messages.forEach((message) => tell(message, onEvent));
    }
  } finally {
    clearTimeout(alarm);
    signal.removeEventListener('abort', both);
  }
}

function tell(message, onEvent) {
  let event = 'message';
  let data = '';
  for (const line of message.split('\n')) {
    if (line.startsWith('event:')) {
      event = line.slice(6).trim();
    } else if (line.startsWith('data:')) {
      data += line.slice(5);
    }
  }
  if (data !== '') {
    onEvent(event, JSON.parse(data));
  }
}
