//! Chromium without a window, controlled over a pipe by the part of the `DevTools` protocol that clicks, keys and
//! expressions on the page need.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::skipped;

const NAMES: &str = "chromium chromium-browser google-chrome google-chrome-stable";
const FLAGS: &str = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync --disable-dev-shm-usage \
    --hide-scrollbars --remote-debugging-pipe";
/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);
/// The browser reads its orders from file descriptor 3 and answers on 4.
const WITH_PIPES: &str = r#"exec "$@" 3<&0 4>&1 </dev/null >/dev/null"#;

/// Returns the path of the browser. Where there is none, it prints that the test is skipped.
pub fn find(test: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut places = env::split_paths(&path)
        .flat_map(|folder| NAMES.split(' ').map(move |name| folder.join(name)));
    let found = places.find(|place| place.is_file());
    if found.is_none() {
        skipped(
            test,
            &format!("no browser is installed (looked for {NAMES})"),
        );
    }
    found
}

/// A browser with one page open.
pub struct Browser {
    child: Child,
    orders: ChildStdin,
    answers: Receiver<Value>,
    last: u64,
    session: Option<String>,
    /// What was written on the console, and what went wrong on the page.
    pub console: Vec<String>,
    _profile: TempDir,
}

impl Browser {
    pub fn start(program: &Path) -> Self {
        let profile = tempfile::tempdir().unwrap();
        let mut child = Command::new("/bin/sh")
            .args(["-c", WITH_PIPES, "sh"])
            .arg(program)
            .args(FLAGS.split_whitespace())
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let orders = child.stdin.take().unwrap();
        let messages = BufReader::new(child.stdout.take().unwrap()).split(0);
        let (to_us, answers) = channel();
        thread::spawn(move || {
            for message in messages.map_while(Result::ok) {
                let value = serde_json::from_slice(&message).expect("the browser writes JSON");
                if to_us.send(value).is_err() {
                    return;
                }
            }
        });
        let mut browser = Self {
            child,
            orders,
            answers,
            last: 0,
            session: None,
            console: Vec::new(),
            _profile: profile,
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", attach);
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            browser.call(domain, json!({}));
        }
        browser
    }

    /// Returns the answer to an order.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        let answer = self.asked(method, params);
        answer.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Returns the answer to an order, or the browser's error.
    fn asked(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.last += 1;
        let mut order = json!({ "id": self.last, "method": method });
        order["params"] = params;
        if let Some(session) = &self.session {
            order["sessionId"] = json!(session);
        }
        let mut bytes = order.to_string().into_bytes();
        bytes.push(0);
        self.orders.write_all(&bytes).unwrap();
        loop {
            let answer = self.answers.recv_timeout(PATIENCE);
            let mut answer = answer.unwrap_or_else(|error| panic!("{method}: {error}"));
            if answer["id"] == json!(self.last) {
                return match answer["error"].take() {
                    Value::Null => Ok(answer["result"].take()),
                    error => Err(error),
                };
            }
            let what = answer["method"].as_str().unwrap_or_default();
            let told = [
                "Runtime.consoleAPICalled",
                "Runtime.exceptionThrown",
                "Log.entryAdded",
            ];
            if told.contains(&what) {
                self.console.push(answer["params"].to_string());
            }
        }
    }

    /// Returns the value of an expression on the page; waits for promises.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let params =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.call("Runtime.evaluate", params);
        let thrown = &answer["exceptionDetails"];
        assert!(thrown.is_null(), "{expression}: {thrown}");
        answer["result"]["value"].take()
    }

    pub fn text(&mut self, expression: &str) -> String {
        let value = self.evaluate(expression);
        let text = value.as_str().map(str::to_owned);
        text.unwrap_or_else(|| panic!("{expression}: {value}"))
    }

    /// Waits until an expression is true. A page that is being left does not answer.
    pub fn wait(&mut self, expression: &str) {
        let started = Instant::now();
        loop {
            let params = json!({ "expression": expression, "returnByValue": true });
            let answer = self.asked("Runtime.evaluate", params);
            if answer.is_ok_and(|answer| answer["result"]["value"] == true) {
                return;
            }
            if started.elapsed() > PATIENCE {
                let page = self.text("document.body.innerText");
                panic!("never true: {expression}\n{page}");
            }
            sleep(Duration::from_millis(20));
        }
    }

    pub fn size(&mut self, width: u32, height: u32) {
        let params = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", params);
    }

    pub fn scheme(&mut self, scheme: &str) {
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        let params = json!({ "features": [feature] });
        self.call("Emulation.setEmulatedMedia", params);
    }

    pub fn scripts(&mut self, allowed: bool) {
        let params = json!({ "value": !allowed });
        self.call("Emulation.setScriptExecutionDisabled", params);
    }

    pub fn open(&mut self, url: &str) {
        self.call("Page.navigate", json!({ "url": url }));
        self.wait("document.readyState === 'complete' && location.protocol !== 'about:'");
    }

    /// Clicks on the middle of the first element of a selector, when the page has been scrolled to it.
    pub fn click(&mut self, selector: &str) {
        let scroll = "scrollIntoView({ block: 'center' })";
        let is_there =
            self.evaluate(&format!("document.querySelector({selector:?}) !== null")) == true;
        assert!(
            is_there,
            "nothing to click on: {selector}\n{}",
            self.text("location.href + '\\n' + document.body.innerText")
        );
        self.evaluate(&format!("document.querySelector({selector:?}).{scroll}"));
        // A piece that is still on its way is not yet where it will be.
        self.wait("document.getAnimations().every(motion => motion.playState !== 'running')");
        let place = self.evaluate(&format!(
            "(() => {{ const at = document.querySelector({selector:?}).getBoundingClientRect(); \
             return [at.left + at.width / 2, at.top + at.height / 2] }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let params = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", params);
        }
    }

    /// Presses a key.
    pub fn key(&mut self, key: &str) {
        let (code, text) = match key {
            "Tab" => (9, None),
            "Enter" => (13, Some("\r")),
            "ArrowRight" => (39, None),
            _ => panic!("no code for {key}"),
        };
        for kind in ["keyDown", "keyUp"] {
            let text = text.filter(|_| kind == "keyDown").unwrap_or_default();
            let params = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text });
            self.call("Input.dispatchKeyEvent", params);
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // An error means that the browser has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
