import { solveChallenge } from 'altcha-lib/v1';

interface Challenge {
  algorithm: string;
  challenge: string;
  maxnumber: number;
  salt: string;
}

// The search takes long enough to make a page stutter, so it has a thread of its own.
self.onmessage = (event: MessageEvent<Challenge>) => {
  const { challenge, salt, algorithm, maxnumber } = event.data;
  void solveChallenge(challenge, salt, algorithm, maxnumber).promise.then((solution) =>
    self.postMessage(solution),
  );
};
