(ns notes.core
  (:require [ring.adapter.jetty :as jetty])
  (:gen-class))

(defn handler [request]
  (if (= "/health" (:uri request))
    {:status 200 :headers {"Content-Type" "text/plain"} :body "ok"}
    {:status 404 :body ""}))

(defn -main [& _]
  (jetty/run-jetty handler {:port (parse-long (or (System/getenv "PORT") "3001"))}))
